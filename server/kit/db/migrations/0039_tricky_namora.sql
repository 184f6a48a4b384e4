CREATE TABLE "unverified_permissions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unverified_permissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator_id" integer NOT NULL,
	"began_at_ms" bigint NOT NULL,
	"until_ms" bigint NOT NULL,
	"ended_at_ms" bigint
);

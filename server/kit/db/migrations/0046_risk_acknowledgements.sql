CREATE TABLE "risk_acknowledgements" (
	"user_id" integer NOT NULL,
	"product" text NOT NULL,
	"version" integer NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "risk_acknowledgements_user_id_product_version_pk" PRIMARY KEY("user_id","product","version")
);
--> statement-breakpoint
ALTER TABLE "risk_acknowledgements" ADD CONSTRAINT "risk_acknowledgements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER risk_acknowledgements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "risk_acknowledgements"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "risk_acknowledgements" ENABLE ALWAYS TRIGGER risk_acknowledgements_append_only;

-- How far the verifier has searched records for changes, so that a start goes on there. Only the owner of the tables writes it.
CREATE TABLE "ledger_searches" (
	"place" text PRIMARY KEY NOT NULL,
	"searched_up_to" text NOT NULL,
	"at_ms" bigint NOT NULL
);

-- The logs of what happened to records, of what operators did and of who looked at private pictures only grow.
CREATE TRIGGER lifecycle_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "lifecycle_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER picture_reads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "picture_reads"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

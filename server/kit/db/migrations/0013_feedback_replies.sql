ALTER TABLE "feedback_messages" ADD COLUMN "client_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_messages_client" ON "feedback_messages" USING btree ("ticket_id","client_id");
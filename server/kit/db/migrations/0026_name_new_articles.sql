ALTER TABLE "news" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_client_id_unique" UNIQUE("client_id");
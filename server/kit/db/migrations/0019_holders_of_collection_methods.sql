ALTER TABLE "users" ADD COLUMN "real_name" text;--> statement-breakpoint
ALTER TABLE "collection_methods" ADD COLUMN "is_checked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The name that each person was certified by.
UPDATE "users" SET "real_name" = "certified"."name" FROM "kyc_submissions" AS "certified"
WHERE "certified"."user_id" = "users"."id" AND "certified"."state" = 'certified' AND "users"."is_user_real";--> statement-breakpoint
-- People of the demo exchange are certified without a submission.
UPDATE "users" SET "real_name" = "demo"."name" FROM (VALUES
  ('demo.trader@meridian.test', 'Tia Reed'), ('demo.merchant@meridian.test', 'Hai Lin'),
  ('demo.agent@meridian.test', 'Ann Agent')) AS "demo" ("email", "name")
WHERE "users"."email" = "demo"."email" AND "users"."is_user_real" AND "users"."real_name" IS NULL;--> statement-breakpoint
-- What was saved before holders and numbers were checked is paid to again where it passes, however its name is spaced
-- and cased; nothing is renamed, since the account may be somebody else's.
UPDATE "collection_methods" SET "is_checked" = true FROM "users"
WHERE "users"."id" = "collection_methods"."user_id"
  AND regexp_replace(lower(normalize("users"."real_name", NFKC)), '[[:space:].,''’·•-]+', '', 'g')
    = regexp_replace(lower(normalize("collection_methods"."real_name", NFKC)), '[[:space:].,''’·•-]+', '', 'g')
  AND ("kind" <> 'bank_card' OR (
    "account" ~ '^[0-9]+([ -][0-9]+)*$'
    AND length(regexp_replace("account", '[^0-9]', '', 'g')) BETWEEN 12 AND 19
    AND (SELECT sum(CASE WHEN "place" % 2 = 1 THEN "digit"::integer
        WHEN "digit"::integer > 4 THEN "digit"::integer * 2 - 9 ELSE "digit"::integer * 2 END) % 10 = 0
      FROM regexp_split_to_table(reverse(regexp_replace("account", '[^0-9]', '', 'g')), '')
        WITH ORDINALITY AS "digits" ("digit", "place"))));

-- Operators find people by a part of the name by which they were certified. As in 0018, that is an index only
-- where PostgreSQL has trigrams. Names of submissions are not searched any more.
do $$
begin
  create index "users_search_name" on "users" using gin (lower("real_name") gin_trgm_ops);
exception
  when undefined_object then
    raise notice 'names of people are searched without an index: %', sqlerrm;
end $$;--> statement-breakpoint
drop index if exists "kyc_submissions_search";

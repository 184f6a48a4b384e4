-- Operators find people by any part of what these hold. With trigrams that is an index; a PostgreSQL without
-- that extension reads the tables instead, for a limited time (server/operator/user-search.repo.ts).
do $$
begin
  create extension if not exists pg_trgm;
  create index "users_search" on "users" using gin ("uid" gin_trgm_ops, lower("email") gin_trgm_ops, "mobile" gin_trgm_ops);
  create index "kyc_submissions_search" on "kyc_submissions" using gin (lower("name") gin_trgm_ops) where "state" = 'certified';
  create index "shops_search" on "shops" using gin (lower("name") gin_trgm_ops);
exception
  when undefined_file or feature_not_supported or insufficient_privilege then
    raise notice 'people are searched without an index: %', sqlerrm;
end $$;

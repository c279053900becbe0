-- no transaction
-- What the lists of the dashboard read. By hand and each for itself: the tables are filled already.
DROP INDEX CONCURRENTLY IF EXISTS books_kept_newest;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY books_kept_newest ON books (created_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS users_newest;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY users_newest ON users (created_at, id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS users_search;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY users_search ON users
  USING gin (lower(public.f_unaccent(name || ' ' || email)) gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS payments_income;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY payments_income ON payments (processed_at) INCLUDE (provider, amount, amount_refunded)
  WHERE status = 'succeeded';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS payments_latest;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY payments_latest ON payments (created_at, id)
  WHERE attempted OR status NOT IN ('pending', 'canceled');

-- no transaction
-- The cheapest listings, whatever else restricts them. Concurrently: the table is filled.
DROP INDEX CONCURRENTLY IF EXISTS "books_price";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_price" ON "books" USING btree ("price","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_active;

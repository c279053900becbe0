-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "books_seller_end";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_seller_end" ON "books" USING btree ("seller_id",greatest("expires_at", "boosted_until"),"id") WHERE is_active;

-- no transaction
-- Pauses, exports and deletions of an account read all of its listings. Concurrently: the table is filled.
DROP INDEX CONCURRENTLY IF EXISTS "books_of_seller";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_of_seller" ON "books" USING btree ("seller_id","id");

-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "books_waiting";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_waiting" ON "books" USING btree ("seller_id") WHERE hidden_by @> '{review}';

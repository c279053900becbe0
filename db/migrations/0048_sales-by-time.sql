-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "confirmed_sales_time";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "confirmed_sales_time" ON "confirmed_sales" USING btree ("confirmed_at","id") WHERE buyer_id is not null;

-- no transaction
ALTER TABLE "confirmed_sales" ADD COLUMN IF NOT EXISTS "seller_mailbox" text;
--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD COLUMN IF NOT EXISTS "buyer_mailbox" text;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "confirmed_sales_mailboxes";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "confirmed_sales_mailboxes" ON "confirmed_sales" USING btree ("seller_mailbox","buyer_mailbox") WHERE seller_mailbox is not null;

-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "users_mailbox";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_mailbox" ON "users" USING btree ("mailbox");

-- no transaction
-- What the numbers of a year are counted by. Concurrently: the table is filled.
DROP INDEX CONCURRENTLY IF EXISTS "audit_entries_action";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_action" ON "audit_entries" USING btree ("action","at");

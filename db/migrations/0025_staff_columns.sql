-- no transaction
-- Each deletion of a user clears these columns.
DROP INDEX CONCURRENTLY IF EXISTS "appeals_decided_by";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "appeals_decided_by" ON "appeals" USING btree ("decided_by") WHERE decided_by is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "measures_lifted_by";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "measures_lifted_by" ON "measures" USING btree ("lifted_by") WHERE lifted_by is not null;

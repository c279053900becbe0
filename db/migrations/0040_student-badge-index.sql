-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "users_student_confirmed";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_student_confirmed" ON "users" USING btree ("student_confirmed_at") WHERE student_university is not null;

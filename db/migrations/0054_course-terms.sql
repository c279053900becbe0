-- A course that only listings name can be taken: it has no row in courses.
-- unused since 0.1.0
ALTER TABLE "taken_courses" DROP CONSTRAINT "taken_courses_course_code_courses_code_fk";
--> statement-breakpoint
-- unused since 0.1.0
DROP INDEX "taken_courses_course";
--> statement-breakpoint
ALTER TABLE "taken_courses" ADD COLUMN "written_code" text;
--> statement-breakpoint
ALTER TABLE "course_books" ADD COLUMN "left_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "course_books" ADD COLUMN "former_term" text;

ALTER TABLE "books" ADD COLUMN "title_changed_at" timestamp (3) with time zone;
--> statement-breakpoint
-- unused since 0.1.0
ALTER TABLE "taken_courses" DROP COLUMN "written_code";

ALTER TABLE "users" ADD COLUMN "student_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "student_reminder_at" timestamp (3) with time zone;
ALTER TABLE "reservations" ADD COLUMN "agreed" jsonb;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "notified_changes" text[] DEFAULT '{}'::text[] NOT NULL;
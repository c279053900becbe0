ALTER TABLE "measures" ADD COLUMN "reports" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "measures" ADD COLUMN "notices" smallint DEFAULT 0 NOT NULL;
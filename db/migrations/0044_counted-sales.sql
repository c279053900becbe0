ALTER TABLE "reviews" ADD COLUMN "counts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD COLUMN "counts" boolean DEFAULT true NOT NULL;
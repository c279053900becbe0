-- no transaction
-- unused since 0.1.0
ALTER TABLE "payments" ALTER COLUMN "currency" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "books" DROP CONSTRAINT IF EXISTS "books_price_range", ADD CONSTRAINT "books_price_range" CHECK ("books"."price" between 0 and 1999999999) NOT VALID;
--> statement-breakpoint
ALTER TABLE "books" VALIDATE CONSTRAINT "books_price_range";
--> statement-breakpoint
ALTER TABLE "confirmed_sales" DROP CONSTRAINT IF EXISTS "confirmed_sales_price", ADD CONSTRAINT "confirmed_sales_price" CHECK ("confirmed_sales"."price" between 0 and 1999999999) NOT VALID;
--> statement-breakpoint
ALTER TABLE "confirmed_sales" VALIDATE CONSTRAINT "confirmed_sales_price";
--> statement-breakpoint
ALTER TABLE "named_sales" DROP CONSTRAINT IF EXISTS "named_sales_price", ADD CONSTRAINT "named_sales_price" CHECK ("named_sales"."price" between 0 and 1999999999) NOT VALID;
--> statement-breakpoint
ALTER TABLE "named_sales" VALIDATE CONSTRAINT "named_sales_price";
--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT IF EXISTS "offers_amount", ADD CONSTRAINT "offers_amount" CHECK ("offers"."amount" between 1 and 1999999999) NOT VALID;
--> statement-breakpoint
ALTER TABLE "offers" VALIDATE CONSTRAINT "offers_amount";
--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT IF EXISTS "reservations_price", ADD CONSTRAINT "reservations_price" CHECK ("reservations"."price" between 0 and 1999999999) NOT VALID;
--> statement-breakpoint
ALTER TABLE "reservations" VALIDATE CONSTRAINT "reservations_price";
--> statement-breakpoint
ALTER TABLE "wanted_entries" DROP CONSTRAINT IF EXISTS "wanted_entries_max_price", ADD CONSTRAINT "wanted_entries_max_price" CHECK ("wanted_entries"."max_price" between 0 and 1999999999) NOT VALID;
--> statement-breakpoint
ALTER TABLE "wanted_entries" VALIDATE CONSTRAINT "wanted_entries_max_price";

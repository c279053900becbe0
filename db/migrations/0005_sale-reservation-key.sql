-- no transaction
ALTER TABLE "named_sales" ADD COLUMN IF NOT EXISTS "reservation_id" uuid;
--> statement-breakpoint
ALTER TABLE "named_sales" DROP CONSTRAINT IF EXISTS "named_sales_reservation_id_reservations_id_fk";
--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE set null ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "named_sales" VALIDATE CONSTRAINT "named_sales_reservation_id_reservations_id_fk";
--> statement-breakpoint
-- Written by hand: until now a named sale and the reservation that ended with it had only their time in common.
UPDATE "named_sales" n SET "reservation_id" = r."id" FROM "reservations" r
WHERE n."reservation_id" IS NULL AND r."state" = 'completed' AND r."book_id" = n."book_id" AND r."buyer_id" = n."buyer_id"
  AND r."ended_at" = n."created_at";
--> statement-breakpoint
-- Written by hand: what belongs to no sale stays so, and is counted in the log of the database.
DO $$
DECLARE
  unlinked bigint;
BEGIN
  SELECT count(*) INTO unlinked FROM "reservations" r WHERE r."state" = 'completed'
    AND NOT EXISTS (SELECT FROM "named_sales" n WHERE n."reservation_id" = r."id")
    AND NOT EXISTS (SELECT FROM "confirmed_sales" c WHERE c."id" = r."id");
  IF unlinked > 0 THEN
    RAISE WARNING '% completed reservations belong to no sale: their codes confirm none', unlinked;
  END IF;
END $$;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "named_sales_reservation";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "named_sales_reservation" ON "named_sales" USING btree ("reservation_id") WHERE reservation_id is not null;

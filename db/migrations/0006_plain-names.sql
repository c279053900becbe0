-- no transaction
-- The check gives its name to the index alone. Guarded: the statements may run again after a failure.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'books'::regclass AND conname = 'books_price') THEN
-- unused since 0.2.0
    ALTER TABLE "books" RENAME CONSTRAINT "books_price" TO "books_price_range";
  END IF;
END $$;
--> statement-breakpoint
-- Accounts of one mailbox are counted before each link to a new password. Concurrently: the table is filled.
DROP INDEX CONCURRENTLY IF EXISTS "identity_users_mailbox";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "identity_users_mailbox" ON "identity_users" USING btree (mailbox_of("email"));

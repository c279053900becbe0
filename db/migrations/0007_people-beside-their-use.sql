-- no transaction
-- What 0004 would have scanned filled tables for while it kept them locked.
DROP INDEX CONCURRENTLY IF EXISTS conversations_withheld_buyer;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY conversations_withheld_buyer ON conversations (buyer_id) WHERE last_message_withheld;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS conversations_withheld_seller;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY conversations_withheld_seller ON conversations (seller_id) WHERE last_message_withheld;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS photos_portrait;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY photos_portrait ON photos (portrait_of) WHERE portrait_of IS NOT NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS photos_loose;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY photos_loose ON photos (loose_since) WHERE book_id IS NULL AND portrait_of IS NULL;
--> statement-breakpoint
ALTER TABLE photos VALIDATE CONSTRAINT photos_portrait_of_users_id_fk;
--> statement-breakpoint
ALTER TABLE photos VALIDATE CONSTRAINT photos_one_holder;
--> statement-breakpoint
ALTER TABLE photos VALIDATE CONSTRAINT photos_held_is_stored;
--> statement-breakpoint
ALTER TABLE payments VALIDATE CONSTRAINT payments_refund_reason;

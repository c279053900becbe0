CREATE TABLE "neighbor_sharing" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	CONSTRAINT "neighbor_sharing_one_row" CHECK ("neighbor_sharing"."id")
);
--> statement-breakpoint
CREATE TABLE "shared_listing_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shared_listing_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"book_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION share_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM neighbor_sharing) THEN
    INSERT INTO shared_listing_outbox (book_id) VALUES (coalesce(NEW.id, OLD.id));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER share_new_listing AFTER INSERT OR DELETE ON "books" FOR EACH ROW EXECUTE FUNCTION share_listing();
--> statement-breakpoint
CREATE TRIGGER share_changed_listing AFTER UPDATE ON "books" FOR EACH ROW
  WHEN (OLD.views = NEW.views) EXECUTE FUNCTION share_listing();

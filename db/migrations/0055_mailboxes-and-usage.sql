CREATE TABLE "unowned_usage" (
	"owner" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "unowned_usage_owner_day_kind_pk" PRIMARY KEY("owner","day","kind")
);
--> statement-breakpoint
CREATE INDEX "unowned_usage_day" ON "unowned_usage" USING btree ("day");
--> statement-breakpoint
-- Alerts outlive their listing for a day: they limit the messages of their user.
ALTER TABLE "wanted_alerts" DROP CONSTRAINT "wanted_alerts_book_id_books_id_fk";
--> statement-breakpoint
-- One spelling for all emails that reach one mailbox: without a plus suffix, and for Google without dots.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN CASE WHEN lower(email) ~ '@(gmail|googlemail)[.]com$'
    THEN replace(regexp_replace(regexp_replace(lower(email), '@[^@]*$', ''), '^(.[^+]*)[+].*$', '\1'), '.', '') || '@gmail.com'
    ELSE regexp_replace(regexp_replace(lower(email), '@[^@]*$', ''), '^(.[^+]*)[+].*$', '\1') || '@'
      || regexp_replace(lower(email), '^.*@', '')
  END;
--> statement-breakpoint
-- Rewrites the table, with all others of this migration locked: the last statement.
ALTER TABLE "users" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (mailbox_of(email)) STORED NOT NULL;

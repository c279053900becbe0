-- no transaction
-- The number of the day is counted in daily_usage; offers of a process of before have other numbers.
ALTER TABLE "offers" DROP CONSTRAINT IF EXISTS "offers_of_day";
--> statement-breakpoint
ALTER TABLE "wanted_alerts" ADD COLUMN IF NOT EXISTS "notified_by" text;
--> statement-breakpoint
-- One spelling for all emails that reach one mailbox: without a plus suffix. Only domains and characters that their provider
-- documents as the same mailbox: those of Google (without dots), Proton (without dots, hyphens and underscores) and Apple, and
-- the subdomains of Fastmail. Names at outlook.com, hotmail.com and live.com are of different users.
CREATE OR REPLACE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT CASE
      WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(name, '.', '') || '@gmail.com'
      WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') THEN translate(name, '.-_', '') || '@proton.me'
      WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN name || '@icloud.com'
      WHEN domain ~ '^[^.]+[.]fastmail[.](com|fm)$' THEN regexp_replace(domain, '^([^.]+)[.]', '\1@')
      ELSE name || '@' || domain
    END
    FROM (SELECT regexp_replace(regexp_replace(lower(email), '@[^@]*$', ''), '^(.[^+]*)[+].*$', '\1') AS name,
      regexp_replace(lower(email), '^.*@', '') AS domain) parts);
--> statement-breakpoint
-- Stored values are computed again only where the email is written.
UPDATE "users" SET "email" = "email" WHERE "mailbox" <> mailbox_of("email");

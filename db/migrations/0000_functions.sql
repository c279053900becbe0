-- Drizzle declares neither extensions nor functions.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- For levenshtein(): how many letters differ between a misspelled word and a term.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
-- unaccent() is only STABLE, because its dictionary can change. Ours never does, and an index needs IMMUTABLE.
CREATE FUNCTION f_unaccent(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $f$ SELECT public.unaccent('public.unaccent', $1) $f$;
--> statement-breakpoint
-- Text as it is searched: no accents, punctuation separates words, apostrophes vanish ("O'Reilly" is "oreilly").
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $f$ SELECT translate(public.f_unaccent($1), '.,;:!?"-/\()[]{}+*&#@_=<>|~^`$%''', rpad('', 31)) $f$;
--> statement-breakpoint
-- One spelling for all emails that reach one mailbox: without a plus suffix. Only domains and characters that their provider
-- documents as the same mailbox: those of Google (without dots), Proton (without dots, hyphens and underscores) and Apple, and
-- the subdomains of Fastmail. Names at outlook.com, hotmail.com and live.com are of different users.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
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
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only';
END
$f$;

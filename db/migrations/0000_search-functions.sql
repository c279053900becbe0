-- What the search is made of. By hand: Drizzle knows neither extensions nor functions.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- unaccent() is only STABLE, because its dictionary could be changed; ours never is, and an index needs IMMUTABLE.
CREATE FUNCTION f_unaccent(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $f$ SELECT public.unaccent('public.unaccent', $1) $f$;
--> statement-breakpoint
-- Text as it is searched: without accents, punctuation parts words, apostrophes vanish ("O'Reilly" is "oreilly").
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $f$ SELECT translate(public.f_unaccent($1), '.,;:!?"-/\()[]{}+*&#@_=<>|~^`$%''', rpad('', 31)) $f$;

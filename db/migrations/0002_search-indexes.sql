-- The arms of boosted listings. By hand: Drizzle has no INCLUDE. The search vector stays out: an index row holds about 2.7 KB, and a
-- long legal title in four-byte letters could then never be boosted.
CREATE INDEX books_boosted ON books (created_at, id) INCLUDE (boosted_until) WHERE is_active AND is_boosted;
--> statement-breakpoint
CREATE INDEX books_subject_boosted ON books (subject, created_at, id) INCLUDE (boosted_until) WHERE is_active AND is_boosted;
--> statement-breakpoint
-- Terms that look like a word, for the forgiving of typing errors. The threshold is the function's own: a swap of neighbours
-- in a short word leaves few trigrams in common.
CREATE FUNCTION similar_terms(word text) RETURNS TABLE (term text, ndoc integer) LANGUAGE sql STABLE
  SET pg_trgm.similarity_threshold = 0.15
  AS $f$
    SELECT t.term, t.ndoc FROM public.search_terms t WHERE t.term OPERATOR(public.%) word
    ORDER BY public.similarity(t.term, word) DESC, t.ndoc DESC LIMIT 100
  $f$;

-- no transaction
-- Written by hand. Processes of 0.1.0 go on with `search_text` and the same column of listings, whose words differ for letters
-- of few titles. The next version drops by hand `courses.search`, its index, `search_text` and `f_unaccent`, which Drizzle no
-- longer knows.
--
-- Text as it is searched: without accents and optional marks, one form for each letter, ASCII digits. Punctuation separates
-- words, apostrophes vanish. `foldText` in src/platform/shared/fold-text.ts gives the same. Never replace this function: the
-- stored words come from it.
CREATE OR REPLACE FUNCTION search_text_2(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $f$
  SELECT pg_catalog.regexp_replace(pg_catalog.regexp_replace(normalize(
    replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        pg_catalog.regexp_replace(normalize($1, NFKD),
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]', '', 'g'),
        'ٱىةکیہøØđĐħĦłŁŧŦıðÐς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', 'ايهكيهoOdDhHlLtTidDσ012345678901234567890123456789'),
      'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'), 'Þ', 'TH'), NFC),
    '[''\u02b9\u02bb\u02bc\u02c8\u02ca\u02cb\u05f3\u2018\u2019\u201b\u2032\u2035]', '', 'g'),
    '[!-&(-/:-@[-`{-~\u00a1-\u00a7\u00a9\u00ab\u00ac\u00ae\u00b0\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u00f7\u0589\u05be\u05c0\u05c3\u05c6\u05f4\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u2010-\u2016\u201a\u201c-\u2027\u2030\u2031\u2033\u2034\u2036-\u205e\u20a0-\u20bf\u2190-\u21ff\u2200-\u22ff\u3001\u3002\u3008-\u3011]', ' ', 'g')
$f$;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "search_languages" (
	"language" text PRIMARY KEY NOT NULL,
	"configuration" text NOT NULL,
	"subject_names" jsonb NOT NULL
);
--> statement-breakpoint
-- The stems of a text in the languages of the market, each behind '=', which no word contains. In Arabic without the article
-- and what is written together with it: the stemmer takes it from some forms of a word, and then leaves their endings.
CREATE OR REPLACE FUNCTION search_stems(text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE STRICT
AS $f$
  SELECT ARRAY(SELECT DISTINCT '=' || stem.lexeme
    FROM public.search_languages l, unnest(to_tsvector(l.configuration::regconfig, CASE l.language
      WHEN 'ar' THEN regexp_replace(public.search_text_2($1), '(^|\s)(?:[وف]?[بك]?ال|[وف]?لل)(?=[ء-ي]{3})', '\1', 'g')
      ELSE public.search_text_2($1) END)) stem)
$f$;
--> statement-breakpoint
-- What a search compares with a listing. Stems have no positions: they rank as weight D, and `ts_filter` leaves them out.
CREATE OR REPLACE FUNCTION book_search(title text, author text, isbn text, subject text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE
AS $f$
  SELECT setweight(to_tsvector('simple', public.search_text_2(title)), 'A')
    || setweight(to_tsvector('simple', public.search_text_2(author)), 'B')
    || setweight(to_tsvector('simple', coalesce(isbn, '')), 'C')
    || setweight(to_tsvector('simple', public.search_text_2(subject)), 'D')
    || setweight(to_tsvector('simple', coalesce((
      SELECT string_agg(public.search_text_2(l.subject_names ->> subject), ' ') FROM public.search_languages l), '')), 'D')
    || array_to_tsvector(public.search_stems(title))
$f$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_book_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := public.book_search(NEW.title, NEW.author, NEW.isbn, NEW.subject);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The column keeps its values and its index: from now on triggers write it, and no longer an expression. Both in one
-- transaction, which waits two seconds for the table and then lets others through. A restored row has its words already: the
-- languages may be restored after it.
DO $$
BEGIN
  FOR attempt IN 1..40 LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '2s', true);
      ALTER TABLE "books" ALTER COLUMN "search" DROP EXPRESSION IF EXISTS, ALTER COLUMN "search" SET DEFAULT '';
      CREATE OR REPLACE TRIGGER write_book_search BEFORE INSERT ON "books" FOR EACH ROW
        WHEN (NEW.search = '') EXECUTE FUNCTION write_book_search();
      CREATE OR REPLACE TRIGGER write_changed_book_search BEFORE UPDATE OF "title", "author", "isbn", "subject" ON "books" FOR EACH ROW
        WHEN ((OLD.title, OLD.author, OLD.isbn, OLD.subject) IS DISTINCT FROM (NEW.title, NEW.author, NEW.isbn, NEW.subject))
        EXECUTE FUNCTION write_book_search();
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 40 THEN
        RAISE;
      END IF;
    END;
    COMMIT;
    PERFORM pg_sleep(3);
  END LOOP;
END $$;
--> statement-breakpoint
-- Writes the words of the next listings whose words are others by now. Returns the last listing that it looked at, null behind
-- the end.
CREATE OR REPLACE FUNCTION refresh_book_search(after uuid, batch_size integer) RETURNS uuid LANGUAGE sql
AS $f$
  WITH batch AS MATERIALIZED (
    SELECT b.id, b.title, b.author, b.isbn, b.subject FROM public.books b
    WHERE b.id > after ORDER BY b.id LIMIT batch_size FOR NO KEY UPDATE),
  fresh AS MATERIALIZED (
    SELECT batch.id, public.book_search(batch.title, batch.author, batch.isbn, batch.subject) AS words FROM batch),
  written AS (
    UPDATE public.books b SET search = fresh.words FROM fresh WHERE b.id = fresh.id AND b.search <> fresh.words)
  SELECT batch.id FROM batch ORDER BY batch.id DESC LIMIT 1
$f$;
--> statement-breakpoint
-- Reads all listings and writes few, in small transactions: a process that changes a listing waits for one of them at most.
DO $$
DECLARE
  done uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
BEGIN
  LOOP
    BEGIN
      last := refresh_book_search(done, 200);
    EXCEPTION WHEN deadlock_detected THEN
      CONTINUE;
    END;
    COMMIT;
    EXIT WHEN last IS NULL;
    done := last;
  END LOOP;
END $$;
--> statement-breakpoint
-- Reads and writes the table of courses once: it has some thousand rows.
ALTER TABLE "courses" ADD COLUMN IF NOT EXISTS "search_2" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text_2(title))) STORED NOT NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "courses_search_2";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "courses_search_2" ON "courses" USING gin ("search_2");
--> statement-breakpoint
-- Wanted words that are folded otherwise from now on, as `toWordQuery` reads them. An entry that becomes the same as another one
-- of its user stays as it is.
DO $$
DECLARE
  entry record;
BEGIN
  FOR entry IN
    SELECT id, to_tsquery('simple', string_agg(quote_literal(word) || CASE WHEN is_prefix THEN ':*' ELSE '' END, ' & ' ORDER BY at)) AS query,
      'words:' || string_agg(word, ' ' ORDER BY at) AS same_key,
      coalesce((array_agg('word:' || word ORDER BY listings, length(word) DESC) FILTER (WHERE NOT is_prefix))[1],
        'prefix:' || max(word)) AS match_key
    FROM (
      SELECT e.id, w.lexeme AS word, w.at, coalesce(t.ndoc, 0) AS listings,
        w.at = max(w.at) OVER (PARTITION BY e.id) AND length(w.lexeme) >= 4 AND w.lexeme !~ '^\d+$' AS is_prefix
      FROM wanted_entries e
        CROSS JOIN LATERAL (SELECT lexeme, positions[array_upper(positions, 1)] AS at
          FROM unnest(to_tsvector('simple', search_text_2(e.words)))) w
        LEFT JOIN search_terms t ON t.term = w.lexeme COLLATE "C"
      WHERE to_tsvector('simple', search_text(e.words)) <> to_tsvector('simple', search_text_2(e.words))) word
    GROUP BY id ORDER BY id
  LOOP
    BEGIN
      UPDATE wanted_entries e SET query = entry.query, same_key = entry.same_key, match_key = entry.match_key WHERE e.id = entry.id;
    EXCEPTION WHEN unique_violation THEN
    END;
  END LOOP;
END $$;

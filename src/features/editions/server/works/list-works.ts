import { toIsbn13 } from '#features/books/isbn.ts';
import { searchWords } from '#features/books/search-words.ts';
import { isListedSql, isShownSql } from '#features/books/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ListedWork } from '../../contract.ts';
import {
  MAX_COUNTED_COPIES,
  MAX_EDITIONS_OF_WORK,
  MAX_LISTED_WORKS,
  toNumberedEdition,
} from '../../rules.ts';
import { withoutEdition } from '../recognition/read-edition.ts';
import { editionNameSql } from './find-work.ts';
import { isConfirmedEditionSql } from './same-work-sql.ts';

type Row = {
  workId: string;
  isbn: string;
  title: string | null;
  author: string | null;
  edition: number | null;
  publishedYear: number | null;
  listingCount: number;
  decision: string | null;
  isOfLibrary: boolean;
};

/** Listings whose works are found by their words. */
const MAX_SEARCHED = 200;

/** ISBNs by `$2`, an ISBN, or by `$3`, words that are all in the title or the author. */
const FOUND_SQL = `SELECT isbn FROM work_editions WHERE isbn = $2
  UNION (SELECT isbn FROM books WHERE $3::text[] <> '{}' AND isbn IS NOT NULL AND ${isShownSql('books')}
    AND search @@ (SELECT string_agg(quote_literal(word) || ':*', ' & ')::tsquery FROM unnest($3::text[]) AS given(text),
      regexp_split_to_table(search_text_2(given.text), '\\s+') AS word WHERE word <> '') LIMIT ${MAX_SEARCHED})
  UNION (SELECT isbn FROM work_editions WHERE $3::text[] <> '{}' AND title IS NOT NULL
    AND (SELECT bool_and(strpos(' ' || lower(search_text_2(title || ' ' || coalesce(author, ''))), ' ' || lower(search_text_2(word))) > 0)
      FROM unnest($3::text[]) AS given(word)) LIMIT ${MAX_SEARCHED})`;

/** The works that a text finds, with all of their editions; without a text the largest ones. */
export async function listWorks({ pool }: Database, search: string, now: Date): Promise<ListedWork[]> {
  const isbn = toIsbn13(search);
  const words = isbn === null ? searchWords(search) : [];
  const isSearch = isbn !== null || words.length > 0;
  const { rows } = await pool.query<Row>({
    text: `WITH chosen AS MATERIALIZED (${
      isSearch
        ? `SELECT work_id, count(*) AS editions FROM work_editions WHERE isbn IN (${FOUND_SQL}) GROUP BY work_id`
        : `SELECT work_id, count(*) AS editions FROM work_editions WHERE $2::text IS NULL AND $3::text[] = '{}' GROUP BY work_id HAVING count(*) > 1`
    } ORDER BY editions DESC, work_id LIMIT ${MAX_LISTED_WORKS})
      SELECT w.work_id AS "workId", w.isbn, name.title, name.author, w.edition, w.published_year AS "publishedYear", w.decision,
        w.library_work IS NOT NULL AS "isOfLibrary",
        (SELECT count(*)::int FROM (SELECT FROM books b WHERE b.isbn = w.isbn AND b.isbn IS NOT NULL AND ${isListedSql('b', '$1')}
          LIMIT ${MAX_COUNTED_COPIES}) c) AS "listingCount"
      FROM chosen CROSS JOIN LATERAL (SELECT * FROM work_editions e WHERE e.work_id = chosen.work_id
          ORDER BY ${isConfirmedEditionSql('e')} DESC, e.edition DESC NULLS LAST, e.isbn LIMIT ${MAX_EDITIONS_OF_WORK}) w
        CROSS JOIN LATERAL (${editionNameSql('$1')}) name
      ORDER BY chosen.editions DESC, chosen.work_id, w.edition DESC NULLS LAST, w.published_year DESC NULLS LAST, w.isbn`,
    values: [now, isbn, words],
  });
  return [...Map.groupBy(rows, ({ workId }) => workId).values()].map(toListedWork);
}

function toListedWork(editions: readonly Row[]): ListedWork {
  const named = editions.find(({ title }) => title !== null);
  return {
    title: named?.title ? withoutEdition(named.title) : null,
    author: named?.author ?? null,
    joinedBy: editions.some(({ decision }) => decision !== null)
      ? 'person'
      : editions.some(({ isOfLibrary }) => isOfLibrary)
        ? 'library'
        : 'title',
    editions: editions.map(({ isbn, title, edition, publishedYear, listingCount }) => ({
      isbn,
      title: title === null ? null : withoutEdition(title),
      edition: edition === null ? null : toNumberedEdition(edition),
      publishedYear,
      listingCount,
    })),
  };
}

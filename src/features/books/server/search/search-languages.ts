import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { FIRST_ID } from '#platform/server/keyset.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import { subjectTextIds } from '../../subject-text-ids.ts';
import { searchLanguages } from '../table.ts';

const REFRESH_QUEUE = 'refresh-book-search';

/** Listings that one transaction locks and writes. */
const REFRESH_BATCH_SIZE = 200;

/** PostgreSQL's configurations of text search. */
const configurations: Record<Language, string> = {
  en: 'english',
  es: 'spanish',
  de: 'german',
  ar: 'arabic',
};

type Context = Pick<ServerContext, 'database' | 'jobs' | 'market' | 'localeOf'>;

/**
 * Tells the database the languages of the market, whose stems and names of subjects its triggers write beside
 * the words of listings. After a change a job writes those of all listings.
 */
export async function mountSearchLanguages(context: Context): Promise<void> {
  const { database, jobs } = context;
  await jobs.handle(REFRESH_QUEUE, () => refreshBookSearch(database), { atOnce: 1 });
  const languages = toSearchLanguages(context);
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ changes: number }>(sql`WITH given AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(languages)}::jsonb)
          AS given(language text, configuration text, "subjectNames" jsonb)),
      removed AS (
        DELETE FROM ${searchLanguages} s WHERE s.language NOT IN (SELECT language FROM given) RETURNING 1),
      saved AS (
        INSERT INTO ${searchLanguages} AS s (language, configuration, subject_names)
        SELECT language, configuration, "subjectNames" FROM given ORDER BY language
        ON CONFLICT (language) DO UPDATE
          SET configuration = excluded.configuration, subject_names = excluded.subject_names
          WHERE (s.configuration, s.subject_names) IS DISTINCT FROM (excluded.configuration, excluded.subject_names)
        RETURNING 1)
      SELECT ((SELECT count(*) FROM removed) + (SELECT count(*) FROM saved))::int AS changes`);
    if (rows[0]!.changes > 0) await jobs.enqueue(tx, REFRESH_QUEUE, {});
  });
}

/** None in a market of English alone, whose words are found as they are. */
function toSearchLanguages({ market, localeOf }: Context): (typeof searchLanguages.$inferInsert)[] {
  if (market.languages.every((language) => language === 'en')) return [];
  return market.languages.map((language) => {
    const text = textsIn(localeOf(language));
    const names = Object.entries(subjectTextIds).map(([subject, id]) => [subject, text(id)]);
    return {
      language,
      configuration: configurations[language],
      subjectNames: Object.fromEntries(names) as Record<string, string>,
    };
  });
}

async function refreshBookSearch(database: Database): Promise<void> {
  for (let after: string | null = FIRST_ID; after !== null;) after = await refreshBatch(database, after);
}

/** Returns the last listing of the batch, null if there is none. */
const refreshBatch = (database: Database, after: string): Promise<string | null> =>
  database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ last: string | null }>(
      sql`SELECT refresh_book_search(${after}::uuid, ${REFRESH_BATCH_SIZE}) AS last`,
    );
    return rows[0]!.last;
  });

import { toCourseCode } from '#features/books/rules.ts';
import { courseKey, isbnKey, toWordQuery } from '../../src/features/wanted/server/matching/match-keys.ts';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { insert, subjectOf } from './fill-database.ts';
import type { CatalogCourse, CatalogWish } from './wanted-catalog.ts';

type Keys = { query: string | null; sameKey: string; matchKey: string };

/** Writes courses and wanted entries into a filled database, as if each had been imported or added. */
export async function fillWanted(
  database: Database,
  { courses, wishes }: { courses: readonly CatalogCourse[]; wishes: readonly CatalogWish[] },
  present: Date,
): Promise<void> {
  await insertCourses(database, courses, present);
  const { rows: users } = await database.pool.query<{ id: string; subject: string }>(
    'SELECT id, subject FROM users',
  );
  const idOf = new Map(users.map(({ id, subject }) => [subject, id]));
  const keysOf = await readKeys(database, wishes);
  const entries = wishes.flatMap((wish) => {
    const keys = keysOf(wish);
    return keys === null ? [] : [{ ...wish, ...keys, userId: idOf.get(subjectOf(wish.user)) }];
  });
  // Two phrases may be the same wish.
  const once = new Map(entries.map((entry) => [`${entry.userId} ${entry.sameKey}`, entry]));
  await insert(
    database,
    'wanted_entries',
    [...once.values()],
    [
      { name: 'id', type: 'uuid', of: () => newId(present) },
      { name: 'user_id', type: 'uuid', of: ({ userId }) => userId },
      { name: 'isbn', type: 'text', of: ({ what }) => ('isbn' in what ? what.isbn : null) },
      { name: 'course', type: 'text', of: ({ what }) => ('course' in what ? what.course : null) },
      { name: 'words', type: 'text', of: ({ what }) => ('words' in what ? what.words : null) },
      { name: 'query', type: 'tsquery', of: ({ query }) => query },
      { name: 'same_key', type: 'text', of: ({ sameKey }) => sameKey },
      { name: 'match_key', type: 'text', of: ({ matchKey }) => matchKey },
      { name: 'max_price', type: 'int', of: ({ maxPrice }) => maxPrice },
      { name: 'min_condition', type: 'text', of: ({ minCondition }) => minCondition },
      { name: 'created_at', type: 'timestamptz', of: () => present.toISOString() },
    ],
  );
  await database.pool.query('ANALYZE users, courses, course_books, wanted_entries');
}

export async function insertCourses(
  database: Database,
  courses: readonly (CatalogCourse & { title?: string })[],
  present: Date,
): Promise<void> {
  await insert(database, 'courses', courses, [
    { name: 'code', type: 'text', of: ({ code }) => code },
    { name: 'written_code', type: 'text', of: ({ writtenCode }) => writtenCode },
    { name: 'title', type: 'text', of: ({ title, writtenCode }) => title ?? writtenCode },
    { name: 'updated_at', type: 'timestamptz', of: () => present.toISOString() },
  ]);
  const read = courses.flatMap(({ code, isbns }) => isbns.map((isbn, place) => ({ code, isbn, place })));
  await insert(database, 'course_books', read, [
    { name: 'course_code', type: 'text', of: ({ code }) => code },
    { name: 'isbn', type: 'text', of: ({ isbn }) => isbn },
    { name: 'requirement', type: 'text', of: () => 'required' },
    { name: 'place', type: 'smallint', of: ({ place }) => place },
  ]);
}

/** What entries are stored with; null for words that nothing can be looked up by. */
async function readKeys(
  database: Database,
  wishes: readonly CatalogWish[],
): Promise<(wish: CatalogWish) => Keys | null> {
  const texts = new Set(wishes.flatMap(({ what }) => ('words' in what ? what.words : [])));
  const queries = new Map<string, Keys | null>();
  await database.transaction(async (tx) => {
    for (const text of texts) queries.set(text, await toWordQuery(tx, text));
  });
  return ({ what }) => {
    if ('words' in what) return queries.get(what.words)!;
    const key = 'isbn' in what ? isbnKey(what.isbn) : courseKey(toCourseCode(what.course)!);
    return { query: null, sameKey: key, matchKey: key };
  };
}

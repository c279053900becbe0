import type { books } from '#features/books/server/table.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { DEFAULT_SUBJECT } from '#features/books/rules.ts';
import type { Database } from '#platform/server/database/database.ts';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import type { EditionFacts } from '../rules.ts';

/** The most listings of an ISBN that are read, newest first. The newest of each seller is compared. */
const MAX_READ_LISTINGS = 1_000;
const MAX_COMPARED_SELLERS = 50;

/** What one seller has written, in the newest of the listings of the mailbox. */
type Described = Pick<typeof books.$inferSelect, 'title' | 'author' | 'subject'>;

/** See `findCampusEditions`. Null unless the sellers agree on the title. */
export const findCampusEdition = async (
  database: Pick<Database, 'pool'>,
  isbn: string,
  agreeingSellers: number,
): Promise<EditionFacts | null> =>
  (await findCampusEditions(database, [isbn], agreeingSellers)).get(isbn) ?? null;

/**
 * What sellers here wrote about these ISBNs. A fact counts if so many sellers agree on it: one seller's
 * mistake, or joke, is not passed on. Only sellers with a verified email count, and accounts of one mailbox
 * as one: others can make any number of accounts. Without ISBNs on whose title they do not agree.
 */
export async function findCampusEditions(
  { pool }: Pick<Database, 'pool'>,
  isbns: readonly string[],
  agreeingSellers: number,
): Promise<ReadonlyMap<string, EditionFacts>> {
  if (isbns.length === 0) return new Map();
  // `isbn IS NOT NULL` is for the planner: the index has only such rows.
  const { rows } = await pool.query<Described & { isbn: string }>({
    name: 'campus-editions',
    text: `SELECT given.isbn, described.* FROM unnest($1::text[]) AS given(isbn) CROSS JOIN LATERAL (
      SELECT title, author, subject FROM (
        SELECT DISTINCT ON (mailbox) * FROM (
          SELECT u.mailbox, b.title, b.author, b.subject, b.created_at
          FROM books b JOIN users u ON u.id = b.seller_id AND u.email_verified
          WHERE b.isbn = given.isbn AND b.isbn IS NOT NULL AND ${isShownSql('b')}
          ORDER BY b.created_at DESC LIMIT ${MAX_READ_LISTINGS}) read
        ORDER BY mailbox, created_at DESC) newest
      ORDER BY created_at DESC LIMIT ${MAX_COMPARED_SELLERS}) described`,
    values: [isbns],
  });
  const editions = [...Map.groupBy(rows, ({ isbn }) => isbn)].flatMap(([isbn, listings]) => {
    const facts = toAgreedFacts(listings, agreeingSellers);
    return facts === null ? [] : ([[isbn, facts]] as const);
  });
  return new Map(editions);
}

function toAgreedFacts(listings: readonly Described[], agreeingSellers: number): EditionFacts | null {
  const agreed = (fact: (listing: Described) => string) =>
    agreedText(
      listings.map((listing) => fact(listing)),
      agreeingSellers,
    );
  const name = agreed((listing) => splitEdition(listing.title).name);
  if (name === null) return null;
  const commonSubject = agreed((listing) => listing.subject);
  return {
    title: name,
    author: agreed((listing) => listing.author),
    edition: agreed((listing) => splitEdition(listing.title).edition) || null,
    publisher: null,
    publishedYear: null,
    subject: commonSubject === DEFAULT_SUBJECT ? null : commonSubject,
  };
}

/** The text that most agree on, in the newest spelling; null if too few do. One text of each seller. */
function agreedText(texts: readonly string[], agreeingSellers: number): string | null {
  const spellings = Map.groupBy(texts, (text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  const [most = []] = [...spellings.values()].toSorted((one, other) => other.length - one.length);
  return most.length < agreeingSellers ? null : most[0]!;
}

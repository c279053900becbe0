import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { users } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/public.ts';
import { DEFAULT_SUBJECT } from '#features/books/rules.ts';
import type { Database } from '#platform/server/database/database.ts';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import type { EditionFacts } from '../rules.ts';

/** Of the newest listings of an ISBN that are read, the newest of each seller is compared. */
const MAX_READ_LISTINGS = 1_000;
const MAX_COMPARED_SELLERS = 50;

/**
 * What sellers here wrote about an ISBN. A fact counts if so many sellers agree on it: one seller's mistake,
 * or joke, is not passed on. Only sellers with a verified email count, and accounts of one mailbox as one:
 * others can make any number of accounts. Null unless they agree on the title.
 */
export async function findCampusEdition(
  database: Database,
  isbn: string,
  agreeingSellers: number,
): Promise<EditionFacts | null> {
  const { title, author, subject, createdAt } = books;
  const read = database.orm
    .select({ mailbox: users.mailbox, title, author, subject, createdAt })
    .from(books)
    .innerJoin(users, eq(users.id, books.sellerId))
    // `isNotNull` is for the planner: the index has only such rows.
    .where(
      and(
        eq(books.isbn, isbn),
        isNotNull(books.isbn),
        isNull(books.deletedAt),
        eq(users.emailVerified, true),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(MAX_READ_LISTINGS)
    .as('read');
  const newest = database.orm
    .selectDistinctOn([read.mailbox])
    .from(read)
    .orderBy(read.mailbox, desc(read.createdAt))
    .as('newest');
  const listings = await database.orm
    .select()
    .from(newest)
    .orderBy(desc(newest.createdAt))
    .limit(MAX_COMPARED_SELLERS);
  const agreed = (fact: (listing: (typeof listings)[number]) => string) =>
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

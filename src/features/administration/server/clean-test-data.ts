import { type SQL, sql } from 'drizzle-orm';
import type { Accounts } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { bookChanged, type BookHook, permanentlyDeleteBooks } from '#features/books/server/public.ts';
import { hasConversations } from '#features/conversations/server/public.ts';
import { bookWorks } from '#features/editions/server/public.ts';
import { hasPayments } from '#features/payments/server/public.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { FIRST_ID } from '#platform/server/keyset.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import type { TestData } from '../contract.ts';
import {
  CLEANUP_BATCH_SIZE,
  DEMO_EMAIL_PATTERN,
  isTestBook,
  isTestEmail,
  TEST_EMAIL_PATTERN,
  testPriceBelow,
  TEST_TITLE_PATTERN,
  testWordQuery,
} from '../rules.ts';

type Context = Pick<ServerContext, 'database' | 'events' | 'market'> & {
  accounts: Pick<Accounts, 'deleteUser'>;
  bookHook: BookHook;
};

/** Deletes test listings, then the test users without other data. A further call deletes the rest. */
export async function cleanTestData(
  context: Context,
  actorId: string,
  now: Date,
): Promise<{ deletedBooks: number; deletedUsers: number }> {
  const { database, events, accounts, bookHook } = context;
  const found = (await findTestBooks(context, CLEANUP_BATCH_SIZE.books)).map(({ id }) => id);
  const removed = await database.transaction(async (tx) => {
    const books = await permanentlyDeleteBooks(tx, { works: bookWorks, bookIds: found }, now);
    const details = { listings: books.length };
    await recordAdminAction(tx, { actorId, action: 'test-data-cleaned', details, now });
    for (const { id } of books) await bookHook(tx, { bookId: id, kind: 'deleted' }, now);
    for (const { id, sellerId } of books) events.publish(bookChanged, { bookId: id, sellerId });
    return books;
  });
  let deletedUsers = 0;
  for (const { id } of await findTestUsers(database, CLEANUP_BATCH_SIZE.users)) {
    if (await removeTestUser(accounts, actorId, id)) deletedUsers += 1;
  }
  return { deletedBooks: removed.length, deletedUsers };
}

class NoTestUserError extends Error {}

/** Returns false if the user no longer counts as a test user, or is deleted already. */
async function removeTestUser(
  accounts: Pick<Accounts, 'deleteUser'>,
  actorId: string,
  id: string,
): Promise<boolean> {
  try {
    await accounts.deleteUser(id, async (tx, _person, now) => {
      if (!(await isStillTestUser(tx, id))) throw new NoTestUserError();
      const target = { kind: 'user' as const, id };
      const details = { cause: 'test data' };
      await recordAdminAction(tx, { actorId, action: 'user-deleted', target, details, now });
    });
    return true;
  } catch (error) {
    if (error instanceof NoTestUserError || (error instanceof HttpProblem && error.status === 404))
      return false;
    throw error;
  }
}

type TestBook = TestData['books'][number];
type TestUser = TestData['users'][number];

/** How many candidates one statement reads before the rule filters them. */
const CANDIDATE_BATCH_SIZE = 500;

/** Lists the data that one request of the cleanup would delete. */
export async function previewTestData(context: Pick<Context, 'database' | 'market'>): Promise<TestData> {
  const { database } = context;
  const books = await findTestBooks(context, CLEANUP_BATCH_SIZE.books + 1);
  const gone = books.map(({ id }) => id);
  const users = await findTestUsers(database, CLEANUP_BATCH_SIZE.users + 1, gone);
  return {
    books: books.slice(0, CLEANUP_BATCH_SIZE.books),
    users: users.slice(0, CLEANUP_BATCH_SIZE.users),
    isComplete: books.length <= CLEANUP_BATCH_SIZE.books && users.length <= CLEANUP_BATCH_SIZE.users,
  };
}

/**
 * Starts with the full-text index. The database finds a superset, which the rule filters. Without those that the team has
 * hidden or removed: an appeal may restore them.
 */
async function findTestBooks(
  { database, market }: Pick<Context, 'database' | 'market'>,
  limit: number,
): Promise<TestBook[]> {
  const found: TestBook[] = [];
  let after = FIRST_ID;
  for (;;) {
    const { rows } = await database.pool.query<TestBook>(
      `SELECT b.id, b.title, b.price FROM books b
      WHERE b.search @@ to_tsquery('simple', $1) AND b.deleted_at IS NULL AND b.price < $2 AND b.title ~* $3
        AND b.id > $4 AND NOT b.hidden_by && '{measure,removal}'
      ORDER BY b.id LIMIT ${CANDIDATE_BATCH_SIZE}`,
      [testWordQuery, testPriceBelow(market.prices), TEST_TITLE_PATTERN, after],
    );
    found.push(...rows.filter((book) => isTestBook(book, market.prices)));
    if (rows.length < CANDIDATE_BATCH_SIZE || found.length >= limit) return found.slice(0, limit);
    after = rows.at(-1)!.id;
  }
}

/** Test users without other data, the oldest first. `gone`: listings that will be deleted before. */
async function findTestUsers({ orm }: Database, limit: number, gone: string[] = []): Promise<TestUser[]> {
  const { rows } = await orm.execute<TestUser>(
    sql`SELECT u.id, u.email FROM users u WHERE ${isTestUser(gone)} ORDER BY u.id LIMIT ${limit}`,
  );
  return rows.filter(({ email }) => isTestEmail(email));
}

/** Whether the user still counts as a test user; the caller has locked the row. */
async function isStillTestUser(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT FROM users u WHERE u.id = ${userId} AND ${isTestUser([])}`);
  return rows.length > 0;
}

const isTestUser = (gone: string[]): SQL => sql`NOT u.is_admin AND u.email ~* ${TEST_EMAIL_PATTERN}
  AND u.email !~* ${DEMO_EMAIL_PATTERN} AND NOT ${sql.raw(hasPayments('u.id'))}
  AND NOT ${sql.raw(hasConversations('u.id'))}
  AND NOT EXISTS (SELECT FROM books b WHERE b.seller_id = u.id AND b.deleted_at IS NULL
    AND b.id <> ALL (${sql.param(gone)}::uuid[]))`;

import type { Accounts } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { bookChanged, type BookHook, permanentlyDeleteBooks } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { CLEANUP_BATCH_SIZE } from '../rules.ts';
import { findTestBooks, findTestUsers, isStillTestUser } from './find-test-data.ts';

type Context = Pick<ServerContext, 'database' | 'events'> & {
  accounts: Pick<Accounts, 'deleteUser'>;
  bookHook: BookHook;
};

/** Deletes test listings, then the test users without other data. A further call deletes the rest. */
export async function cleanTestData(
  { database, events, accounts, bookHook }: Context,
  actorId: string,
  now: Date,
): Promise<{ deletedBooks: number; deletedUsers: number }> {
  const found = (await findTestBooks(database, CLEANUP_BATCH_SIZE.books)).map(({ id }) => id);
  const removed = await database.transaction(async (tx) => {
    const books = await permanentlyDeleteBooks(tx, found, now);
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

import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { ClerkOptions } from './clerk-issuer.ts';

const DELETE_CLERK_USER_QUEUE = 'delete-clerk-user';

const CLERK_TIMEOUT_MS = 20_000;

/** Deletes the user at Clerk after the transaction has committed. */
export type DeleteClerkUser = (tx: Transaction, subject: string) => Promise<void>;

/** Clerk is called by a job: if it is unavailable, the user is deleted here all the same. */
export async function createClerkUserDeleter(
  { jobs }: Pick<ServerContext, 'jobs'>,
  { secretKey, fetch: callClerk = fetch }: ClerkOptions,
): Promise<DeleteClerkUser> {
  await jobs.handle<{ subject: string }>(DELETE_CLERK_USER_QUEUE, async ({ subject }) => {
    const response = await callClerk(`https://api.clerk.com/v1/users/${encodeURIComponent(subject)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(CLERK_TIMEOUT_MS),
    });
    // Already deleted, by an earlier attempt or in Clerk's dashboard.
    if (!response.ok && response.status !== 404)
      throw new Error(`Clerk responds ${response.status} to the deletion of a user`);
  });
  return (tx, subject) => jobs.enqueue(tx, DELETE_CLERK_USER_QUEUE, { subject });
}

import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { ClerkOptions } from './clerk-issuer.ts';

const queue = 'delete-clerk-user';

const CLERK_TIMEOUT_MS = 20_000;

/** Sees to it that Clerk forgets somebody too, once the transaction that removes them here stands. */
export type DeleteClerkUser = (tx: Transaction, subject: string) => Promise<void>;

/** Clerk is told in a job: it may be away, and the person is gone here all the same. */
export async function createClerkUserDeleter(
  { jobs }: Pick<ServerContext, 'jobs'>,
  { secretKey, fetch: ask = fetch }: ClerkOptions,
): Promise<DeleteClerkUser> {
  await jobs.handle<{ subject: string }>(queue, async ({ subject }) => {
    const answer = await ask(`https://api.clerk.com/v1/users/${encodeURIComponent(subject)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(CLERK_TIMEOUT_MS),
    });
    // Gone already: by the first try of two, or in Clerk's own dashboard.
    if (!answer.ok && answer.status !== 404)
      throw new Error(`Clerk answers ${answer.status} to the removal of a user`);
  });
  return (tx, subject) => jobs.enqueue(tx, queue, { subject });
}

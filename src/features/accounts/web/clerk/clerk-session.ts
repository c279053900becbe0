import type { BrowserClerk, SignedInSessionResource } from '@clerk/shared/types';
import { loadClerk } from './load-clerk.ts';

/**
 * A new token of the user signed in at Clerk, or null without one. Throws while that cannot be determined.
 */
export async function fetchClerkToken(publishableKey: string): Promise<string | null> {
  const session = await sessionOf(await loadClerk(publishableKey));
  // Clerk's cache may hold a token that is about to expire.
  return (await session?.getToken({ skipCache: true })) ?? null;
}

export async function signOutOfClerk(publishableKey: string): Promise<void> {
  const clerk = await loadClerk(publishableKey);
  // Prevents Clerk's redirect: the caller navigates.
  await clerk.signOut(() => {});
}

/**
 * Reloads the client if it has no session: another tab may have signed in since. A session with pending tasks
 * does not count yet.
 */
async function sessionOf(clerk: BrowserClerk): Promise<SignedInSessionResource | undefined> {
  if (clerk.session?.status === 'active') return clerk.session;
  const client = await clerk.client?.reload();
  return client?.signedInSessions.find(
    ({ id, status }) => status === 'active' && id === client.lastActiveSessionId,
  );
}

import type { BrowserClerk, SignedInSessionResource } from '@clerk/shared/types';
import { loadClerk } from './load-clerk.ts';

/** A new token of whoever is signed in at Clerk; null: nobody is. Throws while that cannot be known. */
export async function fetchClerkToken(publishableKey: string): Promise<string | null> {
  const session = await sessionOf(await loadClerk(publishableKey));
  // Clerk's own store may hold one that is about to end.
  return (await session?.getToken({ skipCache: true })) ?? null;
}

export async function signOutOfClerk(publishableKey: string): Promise<void> {
  const clerk = await loadClerk(publishableKey);
  // Where to go then is our affair.
  await clerk.signOut(() => {});
}

/** In another tab somebody may have signed in since this one has asked Clerk. A session with tasks before it is none yet. */
async function sessionOf(clerk: BrowserClerk): Promise<SignedInSessionResource | undefined> {
  if (clerk.session?.status === 'active') return clerk.session;
  const client = await clerk.client?.reload();
  return client?.signedInSessions.find(
    ({ id, status }) => status === 'active' && id === client.lastActiveSessionId,
  );
}

import { lockDemoUsers } from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { demoCampus } from './demo-data.ts';
import { findDemoState, saveLockedDemoState } from './demo-state.ts';

/**
 * Takes the published passwords, their sessions and the administrator rights from the demo users, also of a
 * campus that an interrupted start has left.
 */
export async function lockDemoAccounts(database: Database, progress: (text: string) => void): Promise<void> {
  const state = await findDemoState(database);
  if (state === undefined || state === 'filled') return;
  await database.transaction(async (tx) => {
    await lockDemoUsers(tx, demoCampus.domain);
    await saveLockedDemoState(tx);
  });
  progress('The demo accounts are locked: their passwords are public, and others can reach this server.');
}

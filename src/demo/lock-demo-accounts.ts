import { lockDemoUsers } from '#features/accounts/server/demo/demo-users.ts';
import { sessionsEnded } from '#features/accounts/server/account-events.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { demoCampus } from './demo-data.ts';
import { findDemoState, saveLockedDemoState } from './demo-state.ts';

/** Takes passwords, sessions and administrator rights from the demo users, also after an interrupted start. */
export async function lockDemoAccounts(
  { database, events }: Pick<ServerContext, 'database' | 'events'>,
  progress: (text: string) => void,
): Promise<void> {
  const state = await findDemoState(database);
  if (state === undefined || state === 'filled') return;
  const userIds = await database.transaction(async (tx) => {
    const locked = await lockDemoUsers(tx, demoCampus.domain);
    await saveLockedDemoState(tx);
    return locked;
  });
  for (const userId of userIds) events.publish(sessionsEnded, { userId });
  progress('The demo accounts are locked: their passwords are public, and others can reach this server.');
}

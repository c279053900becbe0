import { and, eq, ne } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { findStoredValue, setStoredValue } from '#platform/server/secrets/stored-values.ts';
import { installationState } from '#platform/server/secrets/table.ts';

const STATE_NAME = 'demo campus';

/** What earlier starts have stored about the demo campus. */
export type DemoState = 'filling' | 'filled, known passwords' | 'filled';

/** Undefined: the database has no demo campus. */
export const findDemoState = (database: Database): Promise<DemoState | undefined> =>
  findStoredValue(database, STATE_NAME) as Promise<DemoState | undefined>;

export const saveDemoState = (database: Database, value: DemoState, now: Date): Promise<void> =>
  setStoredValue(database, STATE_NAME, value, now);

export async function saveLockedDemoState(tx: Transaction): Promise<void> {
  await tx
    .update(installationState)
    .set({ value: 'filled' satisfies DemoState })
    .where(
      and(eq(installationState.name, STATE_NAME), ne(installationState.value, 'filling' satisfies DemoState)),
    );
}

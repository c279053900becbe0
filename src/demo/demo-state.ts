import { and, eq, ne } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { installationState } from '#platform/server/secrets/table.ts';

const STATE_NAME = 'demo campus';

/** What earlier starts have stored about the demo campus. */
export type DemoState = 'filling' | 'filled, known passwords' | 'filled';

/** Undefined: the database has no demo campus. */
export async function findDemoState({ orm }: Database): Promise<DemoState | undefined> {
  const [row] = await orm.select().from(installationState).where(eq(installationState.name, STATE_NAME));
  return row?.value as DemoState | undefined;
}

export async function saveDemoState({ orm }: Database, value: DemoState, now: Date): Promise<void> {
  await orm
    .insert(installationState)
    .values({ name: STATE_NAME, value, createdAt: now })
    .onConflictDoUpdate({ target: installationState.name, set: { value } });
}

export async function saveLockedDemoState(tx: Transaction): Promise<void> {
  await tx
    .update(installationState)
    .set({ value: 'filled' satisfies DemoState })
    .where(
      and(eq(installationState.name, STATE_NAME), ne(installationState.value, 'filling' satisfies DemoState)),
    );
}

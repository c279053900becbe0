import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { inMaintenance } from '#platform/server/markets/provisioning/cluster.ts';
import type { MovePlan } from './move-plan.ts';

/** How long running transactions may end by themselves. The servers have stopped to begin others. */
const DRAIN_MS = 5_000;
const POLL_MS = 50;

/** Ends every connection of the market in the source; none begins. What was acknowledged is committed. */
export async function freezeSource({ source, database }: MovePlan): Promise<void> {
  await inMaintenance(source, async (session) => {
    const deadline = performance.now() + DRAIN_MS;
    while ((await count(session, database, `state <> 'idle'`)) > 0 && performance.now() < deadline)
      await delay(POLL_MS);
    await session.query(`ALTER ROLE ${database} NOLOGIN`);
    while ((await count(session, database, 'true')) > 0) {
      await session.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
        database,
      ]);
      await delay(POLL_MS);
    }
  });
}

async function count(session: Client, role: string, condition: string): Promise<number> {
  const { rows } = await session.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1 AND backend_type = 'client backend' AND ${condition}`,
    [role],
  );
  return rows[0]!.n;
}

/** Lets the market in again. */
export async function thawSource({ source, database }: MovePlan): Promise<void> {
  await inMaintenance(source, (session) => session.query(`ALTER ROLE ${database} LOGIN`));
}

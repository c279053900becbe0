import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '#platform/server/database/database.ts';
import { failed, type Finding, ok, toFailureReason } from './finding.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const ATTEMPTS = 8;
/** Eight attempts are as long as a replica may be behind. */
const BETWEEN_MS = 250;

/** Whether the replica is one, and has what the primary has written before. */
export async function checkReplica({ pool }: Database, url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  const check = 'replica';
  const replica = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  replica.on('error', () => undefined);
  const advice =
    'Everything is read from the primary meanwhile. See docs/operations.md, A replica for reading.';
  try {
    await replica.connect();
    const { rows } = await pool.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
    const state = await follow(replica, rows[0]!.lsn);
    if (state === 'primary')
      return [failed(check, 'DATABASE_REPLICA_URL leads to a primary, not to a replica.', advice)];
    if (state === 'behind')
      return [failed(check, 'It is more than two seconds behind the primary.', `Check its log. ${advice}`)];
    return [ok(check, 'It has what the primary has written.')];
  } catch (error) {
    const text = `It cannot be reached: ${toFailureReason(error)}.`;
    return [failed(check, text, `Check DATABASE_REPLICA_URL and that the replica runs. ${advice}`)];
  } finally {
    await replica.end().catch(() => undefined);
  }
}

async function follow(replica: pg.Client, lsn: string): Promise<'primary' | 'behind' | 'caught up'> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { rows } = await replica.query<{ is_replica: boolean; has_it: boolean | null }>(
      `SELECT pg_is_in_recovery() AS is_replica, pg_last_wal_replay_lsn() >= $1::pg_lsn AS has_it`,
      [lsn],
    );
    if (!rows[0]!.is_replica) return 'primary';
    if (rows[0]!.has_it === true) return 'caught up';
    await delay(BETWEEN_MS);
  }
  return 'behind';
}

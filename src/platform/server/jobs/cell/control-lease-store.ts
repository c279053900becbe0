import type { Pool } from 'pg';
import { LEASE_MS, type Lease, type LeaseStore, type WakeTime } from './market-leases.ts';

/** The highest hash of the process and the market decides, so that a process which comes or goes moves only its share. */
const RENEW_SQL = `WITH alive AS (
    INSERT INTO control.processes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at),
  live AS (
    SELECT $1::uuid AS id
    UNION SELECT id FROM control.processes WHERE seen_at > $2::timestamptz - $3 * interval '1 millisecond'),
  preferred AS (
    SELECT DISTINCT ON (number) number AS market, live.id AS process
    FROM control.markets CROSS JOIN live WHERE deleted_at IS NULL
    ORDER BY number, hashtextextended(live.id::text || number, 0) DESC, live.id),
  ended AS (
    UPDATE control.leases SET until = $2 FROM preferred
    WHERE preferred.market = leases.market AND leases.process = $1 AND preferred.process <> $1 AND until > $2)
  INSERT INTO control.leases AS lease (market, process, until)
  SELECT market, $1, $2::timestamptz + $3 * interval '1 millisecond' FROM preferred WHERE process = $1
  ON CONFLICT (market) DO UPDATE SET process = excluded.process, until = excluded.until
  WHERE lease.process = excluded.process OR lease.until <= $2
  RETURNING market, wake_at AS "wakeAt", ran_until AS "ranUntil"`;

const SET_WAKE_TIMES_SQL = `UPDATE control.leases
  SET wake_at = times.wake_at, ran_until = greatest(leases.ran_until, times.ran_until)
  FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) AS times (market, wake_at, ran_until)
  WHERE leases.market = times.market`;

const RELEASE_SQL = `WITH ended AS (UPDATE control.leases SET until = $2 WHERE process = $1 AND until > $2)
  DELETE FROM control.processes WHERE id = $1 OR seen_at < $2::timestamptz - interval '1 day'`;

/** Leases in the schema `control`, as the role `bookswap_directory`. */
export const createControlLeaseStore = (pool: Pick<Pool, 'query'>): LeaseStore => ({
  async renew(process: string, now: Date): Promise<Lease[]> {
    const { rows } = await pool.query<Lease>(RENEW_SQL, [process, now, LEASE_MS]);
    return rows;
  },
  async setWakeTimes(times: readonly WakeTime[]): Promise<void> {
    await pool.query(SET_WAKE_TIMES_SQL, [
      times.map(({ market }) => market),
      times.map(({ wakeAt }) => wakeAt),
      times.map(({ ranUntil }) => ranUntil ?? null),
    ]);
  },
  async release(process: string, now: Date): Promise<void> {
    await pool.query(RELEASE_SQL, [process, now]);
  },
});

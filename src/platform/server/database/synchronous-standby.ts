import type { Pool } from 'pg';

type StandbyState = {
  /** `synchronous_standby_names`: empty without synchronous replication. */
  names: string;
  /** Servers and backups that stream from this one. */
  streams: number;
  /** Those of them that writes wait for; null if this role may not see it (`pg_read_all_stats`). */
  synchronous: number | null;
};

/** Asks the primary which servers its writes wait for. */
export async function readStandbyState(pool: Pool): Promise<StandbyState> {
  const { rows } = await pool.query<StandbyState>(`SELECT
    CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN ''
      ELSE current_setting('synchronous_standby_names') END AS names,
    count(*)::int AS streams,
    CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
      THEN (count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')))::int END AS synchronous
    FROM pg_stat_replication`);
  return rows[0]!;
}

/** Whether an expected synchronous standby is missing: writes wait, or are lost with the one machine. */
export function findMissingStandby(
  { names, streams, synchronous }: StandbyState,
  isExpected: boolean,
): 'waiting' | 'unprotected' | null {
  if (names === '') return isExpected ? 'unprotected' : null;
  return (synchronous ?? streams) === 0 ? 'waiting' : null;
}

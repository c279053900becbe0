import type { WireMultiplexer } from './wire-multiplexer.ts';

export type Upkeep = {
  stop(): void;
  /** Does at once what is due. */
  now(): Promise<void>;
};

export type UpkeepOptions = {
  multiplexer: WireMultiplexer;
  /** Milliseconds between two looks. */
  every: number;
  onError: (error: unknown) => void;
};

const QUIET_MS = 1_000;
const LOG_TO_KEEP_BYTES = 192 * 1024 * 1024;
const ROWS_WORTH_A_VACUUM = 100;

/** What the background processes of a PostgreSQL server would do, and the engine has none of. */
const WORST_TABLE = `
  SELECT quote_ident(s.schemaname) || '.' || quote_ident(s.relname)
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE s.n_dead_tup + s.n_mod_since_analyze + s.n_ins_since_vacuum > ${ROWS_WORTH_A_VACUUM}
     OR age(c.relfrozenxid) > 100000000
  ORDER BY (age(c.relfrozenxid) > 100000000) DESC,
           (s.n_dead_tup + s.n_mod_since_analyze + s.n_ins_since_vacuum)::float8 / (c.reltuples + 1000) DESC
  LIMIT 1`;

/**
 * While nobody uses the engine: a checkpoint when the log has moved, so that a start need not replay it, and a vacuum
 * of the table that needs it most. The log is bounded under constant load too.
 */
export function startUpkeep({ multiplexer, every, onError }: UpkeepOptions): Upkeep {
  let checkpointAt = 0;
  let lookedAt = 0;
  let running = false;

  const look = async (quietMs: number) => {
    // Without a statement since, nothing has moved; and an open transaction is not to be waited for.
    if (multiplexer.lastActivity <= lookedAt || multiplexer.owned) return;
    const quiet = multiplexer.idle && performance.now() - multiplexer.lastActivity >= quietMs;
    const position = await logPosition(multiplexer);
    const moved = position - checkpointAt;
    if (quiet) lookedAt = performance.now();
    if (moved <= 0 || (!quiet && moved < LOG_TO_KEEP_BYTES)) return;
    if (quiet) {
      await multiplexer.run('SELECT pg_stat_force_next_flush()');
      const [worst] = await multiplexer.run(WORST_TABLE);
      if (worst?.[0]) await multiplexer.run(`VACUUM (ANALYZE) ${worst[0]}`);
    }
    await multiplexer.run('CHECKPOINT');
    checkpointAt = await logPosition(multiplexer);
  };

  const timer = setInterval(() => {
    if (running) return;
    running = true;
    look(QUIET_MS)
      .catch(onError)
      .finally(() => {
        running = false;
      });
  }, every);
  return { stop: () => clearInterval(timer), now: () => look(0) };
}

async function logPosition(multiplexer: WireMultiplexer): Promise<number> {
  const rows = await multiplexer.run(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn`);
  return Number(rows[0]![0]);
}

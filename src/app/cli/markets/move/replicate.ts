import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { inMaintenance } from '#platform/server/markets/provisioning/cluster.ts';
import { scramVerifier } from '#platform/server/markets/provisioning/scram-verifier.ts';
import type { Deployment } from '../deployment.ts';
import { MarketError } from '../market-error.ts';
import { listMovedTables } from './compare-databases.ts';
import { inSource, inTarget, type MovePlan, publicationOf, readerOf } from './move-plan.ts';

const POLL_MS = 250;
const MARKER_POLL_MS = 20;
/** A copy whose tables make no progress for longer has failed. */
const STALLED_MS = 30 * 60_000;
/** Each error of the subscription is tried again, as when no slot was free; so many without progress are no accident. */
const MAX_ERRORS = 40;
/** How long a worker of the former replication may still hold its slot. */
const SLOTS_TIMEOUT_MS = 5_000;
const MARKER = 'move-marker';
/** What the target may still have to apply when the market is paused for it. */
const MARKER_TIMEOUT_MS = 8_000;

/** Makes the target follow the source, from a first copy of its tables on. */
export async function startReplication(deployment: Deployment, plan: MovePlan): Promise<void> {
  const { number } = plan;
  const name = publicationOf(number);
  if (isReadableOnTheWay(plan.source.adminUrl))
    deployment.say(
      `Warning: the server of ${plan.state.to} may read ${plan.state.from} without TLS, its password and rows included: its address has no sslmode.`,
    );
  await putReader(deployment, plan);
  await inSource(plan, async (session) => {
    const tables = await listMovedTables(session);
    await session.query(`DROP PUBLICATION IF EXISTS ${name}`);
    await session.query(`CREATE PUBLICATION ${name} FOR TABLE ${tables.map(pg.escapeIdentifier).join(', ')}`);
  });
  await inTarget(plan, async (session) => {
    await truncate(session);
    await keepOutOfLog(session);
    await session.query(
      `CREATE SUBSCRIPTION ${name} CONNECTION ${pg.escapeLiteral(conninfo(deployment, plan))} PUBLICATION ${name}`,
    );
  });
}

function isReadableOnTheWay(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const isLocal = ['', 'localhost', '[::1]'].includes(hostname) || hostname.startsWith('127.');
  return !isLocal && !searchParams.has('sslmode');
}

/** The next statements of this session contain a password. Needs a superuser, as the move does. */
async function keepOutOfLog(session: Client): Promise<void> {
  // One by one: PostgreSQL logs the text of a query as a whole.
  await session.query(`SET log_statement = 'none'`);
  await session.query(`SET log_min_error_statement = 'panic'`);
  await session.query('SET log_min_duration_statement = -1');
  await session.query('SET log_min_duration_sample = -1');
  await session.query('SET log_transaction_sample_rate = 0');
}

/** A role for this move alone, which may read the database of the market. */
async function putReader({ root }: Deployment, { source, number, database }: MovePlan): Promise<void> {
  const role = readerOf(number);
  const verifier = pg.escapeLiteral(scramVerifier(databasePassword(root, role)));
  await inMaintenance(source, async (session) => {
    const { rowCount } = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    await session.query(`${verb} ROLE ${role} LOGIN REPLICATION PASSWORD ${verifier}`);
    await session.query(`GRANT ${database} TO ${role}`);
    await session.query(`GRANT CONNECT ON DATABASE ${database} TO ${role}`);
  });
}

/** As the server of the target reaches that of the source. */
function conninfo({ root }: Deployment, { source, number, database }: MovePlan): string {
  const { hostname, port, searchParams } = new URL(source.adminUrl);
  const role = readerOf(number);
  const parts = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || '5432',
    dbname: database,
    user: role,
    password: databasePassword(root, role),
    ...(searchParams.has('sslmode') && { sslmode: searchParams.get('sslmode')! }),
  };
  return Object.entries(parts)
    .map(([name, value]) => `${name}='${value.replaceAll(/['\\]/g, '\\$&')}'`)
    .join(' ');
}

/** Migrations may have written rows, which the copy brings again. */
async function truncate(session: Client): Promise<void> {
  const tables = await listMovedTables(session);
  await session.query(
    `SET session_replication_role = replica; TRUNCATE ${tables.map(pg.escapeIdentifier).join(', ')}; RESET session_replication_role`,
  );
}

/** Resolves when all tables are copied and follow. Throws MarketError if that fails again and again. */
export async function waitForCopy(deployment: Deployment, plan: MovePlan): Promise<void> {
  await inTarget(plan, async (session) => {
    let last = { waiting: -1, errors: 0, at: performance.now() };
    for (;;) {
      const { waiting, all, errors } = await readProgress(session, plan);
      if (waiting !== last.waiting) {
        deployment.say(`${all - waiting} of ${all} tables are copied.`);
        last = { waiting, errors, at: performance.now() };
      }
      if (waiting === 0) break;
      if (errors - last.errors > MAX_ERRORS || performance.now() - last.at > STALLED_MS)
        throw new MarketError('The target cannot copy the tables: the log of its server says why.');
      await delay(POLL_MS);
    }
    await session.query('ANALYZE');
  });
}

async function readProgress(
  session: Client,
  { number }: MovePlan,
): Promise<{ waiting: number; all: number; errors: number }> {
  const { rows } = await session.query<{ waiting: number; all: number; errors: number }>(
    `SELECT (SELECT count(*) FILTER (WHERE srsubstate <> 'r')::int FROM pg_subscription_rel WHERE srsubid = s.oid) AS waiting,
       (SELECT count(*)::int FROM pg_subscription_rel WHERE srsubid = s.oid) AS all,
       (SELECT (apply_error_count + sync_error_count)::int FROM pg_stat_subscription_stats WHERE subid = s.oid) AS errors
     FROM pg_subscription s WHERE subname = $1`,
    [publicationOf(number)],
  );
  if (rows[0] === undefined) throw new MarketError('The subscription of the move is gone.');
  return rows[0];
}

/** Resolves when the target has all that the source has committed. `isFinal`: it fails rather than keep the market waiting. */
export async function waitForPosition(plan: MovePlan, { isFinal }: { isFinal: boolean }): Promise<void> {
  const value = randomUUID();
  // Changes are applied in the order of their commits.
  await inSource(plan, (session) =>
    session.query(
      `INSERT INTO installation_state (name, value, created_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (name) DO UPDATE SET value = $2`,
      [MARKER, value],
    ),
  );
  await inTarget(plan, async (session) => {
    const deadline = performance.now() + (isFinal ? MARKER_TIMEOUT_MS : STALLED_MS);
    for (;;) {
      const { rowCount } = await session.query(
        'SELECT FROM installation_state WHERE name = $1 AND value = $2',
        [MARKER, value],
      );
      if (rowCount !== 0) return;
      if (performance.now() > deadline) throw new MarketError('The target does not keep up with the source.');
      await delay(MARKER_POLL_MS);
    }
  });
}

export async function removeMarker(session: Client): Promise<void> {
  await session.query('DELETE FROM installation_state WHERE name = $1', [MARKER]);
}

/** Ends the replication in the target, and its slots in the source. Nothing is there: nothing happens. */
export async function stopReplication(plan: MovePlan): Promise<void> {
  const name = publicationOf(plan.number);
  const id = await inTarget(plan, async (session) => {
    const found = await session.query<{ oid: number }>('SELECT oid FROM pg_subscription WHERE subname = $1', [
      name,
    ]);
    if (found.rowCount === 0) return null;
    await session.query(`ALTER SUBSCRIPTION ${name} DISABLE`);
    try {
      await session.query(`DROP SUBSCRIPTION ${name}`);
    } catch {
      // The source does not answer, or its slot is gone.
      await session.query(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`);
      await session.query(`DROP SUBSCRIPTION ${name}`);
    }
    return found.rows[0]!.oid;
  });
  if (id !== null) await dropSlots(plan, `pg_${id}_sync_%`);
}

/** What a worker leaves that is ended while it makes the slot of its table: the server drops that only if it knows of it. */
async function dropSlots(plan: MovePlan, pattern: string): Promise<void> {
  const deadline = performance.now() + SLOTS_TIMEOUT_MS;
  await inSource(plan, async (session) => {
    for (;;) {
      const { rows } = await session.query<{ active: boolean }>(
        `SELECT active, CASE WHEN NOT active THEN pg_drop_replication_slot(slot_name) END FROM pg_replication_slots
         WHERE database = current_database() AND slot_name LIKE $1`,
        [pattern],
      );
      if (rows.every(({ active }) => !active) || performance.now() > deadline) return;
      await delay(POLL_MS);
    }
  });
}

/** Removes what the move has made in the source. */
export async function removeReader(plan: MovePlan): Promise<void> {
  const { number, source, database } = plan;
  await inSource(plan, (session) => session.query(`DROP PUBLICATION IF EXISTS ${publicationOf(number)}`));
  // Left behind where the target was lost.
  await dropSlots(plan, `${publicationOf(number)}%`);
  const role = readerOf(number);
  await inMaintenance(source, async (session) => {
    const { rowCount } = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (rowCount === 0) return;
    await session.query(`REVOKE CONNECT ON DATABASE ${database} FROM ${role}`);
    await session.query(`DROP ROLE ${role}`);
  });
}

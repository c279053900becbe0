import type { Client } from 'pg';
import { openSession } from '#platform/server/database/connection-config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { hasControlSchema } from '#platform/server/markets/control/control-schema.ts';
import { DIRECTORY_ROLE } from '#platform/server/markets/control/open-control-directory.ts';
import { readEntries } from '#platform/server/markets/control/read-entries.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { CELL_ROLE } from '#platform/server/markets/provisioning/roles.ts';
import { systemClock } from '#platform/shared/clock.ts';
import type { Config } from '../../server/config.ts';
import { createUsageReader, isBackupLate } from '../../server/operator/read-usage.ts';
import { findProductSecrets } from '../find-product-secrets.ts';
import { MIGRATIONS } from '../product-version.ts';
import { failed, type Finding, ok, warning } from './finding.ts';

/** The page of operators, which needs both variables. */
export function checkOperators({ operatorHost, operatorEmails }: Config): Finding[] {
  if ((operatorHost === undefined) === (operatorEmails.length === 0)) return [];
  const text =
    operatorHost === undefined
      ? 'OPERATOR_EMAILS is set without OPERATOR_HOST: there is no page of operators.'
      : 'OPERATOR_HOST is set without OPERATOR_EMAILS: nobody can sign in to the page of operators.';
  return [warning('operators', text, 'Set both: docs/operations.md, The operators’ page.')];
}

/** What the directory says of several markets; nothing for an installation alone. */
export async function checkMarkets(database: Database, config: Config): Promise<Finding[]> {
  const secrets = await findProductSecrets(database, config);
  if (secrets === null) return [];
  const url = config.controlDatabaseUrl ?? database.directUrl;
  if (config.controlDatabaseUrl === undefined && !(await hasControlSchema(database.pool))) return [];
  const password = databasePassword(secrets.root, DIRECTORY_ROLE);
  const session = await openSession(
    withParts(url, { role: DIRECTORY_ROLE, password }),
    config.databaseUrl === undefined,
  );
  try {
    return [
      ...(await checkEntries(session, database, secrets.root)),
      await checkMigrated(session),
      await checkServerRoles(session),
    ];
  } finally {
    await session.end().catch(() => undefined);
  }
}

async function checkEntries(session: Client, { url }: Database, root: string): Promise<Finding[]> {
  const all = await readEntries(session, null, { root, installation: { database: { url }, hosts: [] } });
  const entries = all.filter(({ state }) => state !== 'creating');
  const { markets: usage } = await createUsageReader({ root, clock: systemClock })(entries);
  const lost = entries.filter(({ number }) => (usage.get(number) ?? null) === null);
  const cells = [...new Set(lost.map(({ cell }) => cell))];
  const { rows } = await session.query<{ number: number; createdAt: Date }>(
    'SELECT number, created_at AS "createdAt" FROM control.markets',
  );
  const begun = new Map(rows.map(({ number, createdAt }) => [number, createdAt]));
  const now = systemClock.now();
  const late = entries.filter(({ number }) =>
    isBackupLate(usage.get(number) ?? null, begun.get(number), now),
  );
  return [
    lost.length === 0
      ? ok('cells', `The databases of ${entries.length} markets answer.`)
      : failed(
          'cells',
          `In ${cells.join(', ')} the databases of ${namesOf(lost)} do not answer.`,
          'Check that their PostgreSQL runs and accepts connections from this machine.',
        ),
    late.length === 0
      ? ok('backups', 'No market is without a backup of the last two days.')
      : failed(
          'backups',
          `No backup for two days: ${namesOf(late)}.`,
          'Let cron run npm run backup -- --all DIRECTORY each day.',
        ),
  ];
}

const namesOf = (entries: readonly { name: string }[]) => entries.map(({ name }) => name).join(', ');

/** Market 1 is migrated by the start of its server. */
async function checkMigrated(session: Client): Promise<Finding> {
  const last = (await readMigrations(MIGRATIONS)).at(-1)!.createdAt;
  const { rows } = await session.query<{ name: string }>(
    `SELECT name FROM control.markets WHERE deleted_at IS NULL AND number <> 1 AND state <> 'creating'
       AND coalesce(migrated_to, 0) < $1 ORDER BY number`,
    [last],
  );
  if (rows.length === 0) return ok('markets', 'All markets have the tables of this version.');
  const advice = 'Run npm run admin -- markets migrate, before the processes of this version start.';
  return failed('markets', `Not migrated to this version: ${namesOf(rows)}.`, advice);
}

/** They may count and read the directory: none of them may create or become another role. */
async function checkServerRoles(session: Client): Promise<Finding> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT rolname::text AS name FROM pg_roles r
     WHERE (rolname = ANY ($1) OR rolname ~ '^m[0-9]+$')
       AND (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls
         OR EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid)) ORDER BY 1`,
    [[DIRECTORY_ROLE, CELL_ROLE]],
  );
  if (rows.length === 0)
    return ok('roles', 'The roles of the servers and the markets have no more rights than they need.');
  const advice =
    'As a superuser: ALTER ROLE … NOSUPERUSER NOCREATEDB NOCREATEROLE, and REVOKE what they are members of.';
  return failed('roles', `These roles may do more than they need: ${namesOf(rows)}.`, advice);
}

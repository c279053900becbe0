import type { Database } from '#platform/server/database/database.ts';
import { findMissingStandby, readStandbyState } from '#platform/server/database/synchronous-standby.ts';
import type { Config } from '../../server/config.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Checks an external PostgreSQL: whether the role may do too much, and whether a failover loses writes. */
export async function checkRightsAndStandbys({ pool }: Database, config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined) return [];
  const findings = [await checkRole(pool), await checkStandbys(pool, config)];
  return findings.filter((finding) => finding !== null);
}

/** Members of these roles can use files of the server or run programs. */
const SERVER_ROLES = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'];

async function checkRole(pool: Database['pool']): Promise<Finding | null> {
  const { rows } = await pool.query<{ name: string; rolsuper: boolean; memberships: string[] }>(
    `SELECT rolname AS name, rolsuper, ARRAY(SELECT rolname::text FROM pg_roles
        WHERE rolname = ANY($1) AND pg_has_role(current_user, oid, 'MEMBER') ORDER BY rolname) AS memberships
      FROM pg_roles WHERE rolname = current_user`,
    [SERVER_ROLES],
  );
  const { name, rolsuper, memberships } = rows[0]!;
  const toWarning = (what: string, risk: string) =>
    warning(
      'role',
      `The database role ${name} is ${what}: through it, the product could ${risk} of the database server.`,
      'Give the product a role that owns its database: docs/operations.md, The role of the product.',
    );
  if (rolsuper) return toWarning('a superuser', 'read any file');
  if (memberships.length === 0) return null;
  return toWarning(`a member of ${memberships.join(', ')}`, 'use files or run programs');
}

async function checkStandbys(pool: Database['pool'], config: Config): Promise<Finding | null> {
  const check = 'standby';
  const see = 'docs/operations.md, Failover.';
  const state = await readStandbyState(pool);
  const missing = findMissingStandby(state, config.expectsSynchronousStandby);
  if (missing === 'waiting') {
    const text = `No standby of ${state.names} is connected: writes wait for one.`;
    return warning(check, text, `Start a standby: ${see}`);
  }
  if (missing === 'unprotected')
    return warning(
      check,
      'DATABASE_SYNCHRONOUS_STANDBY is set, and PostgreSQL waits for no standby: a failover loses the last writes.',
      `Start the standbys, and check synchronous_mode and the version of Patroni: ${see}`,
    );
  if (state.names !== '' && state.synchronous === null)
    return warning(
      check,
      'This role may not see whether a standby is synchronous.',
      'As a superuser: GRANT pg_read_all_stats TO the role of the product;',
    );
  if (state.names !== '') return ok(check, 'Writes wait for a synchronous standby.');
  if (state.streams === 0 || config.databaseReplicaUrl !== undefined) return null;
  return warning(
    check,
    'A standby receives changes, but writes do not wait for it: a failover loses the latest ones.',
    `Make it synchronous: ${see} For backups alone nothing is wrong.`,
  );
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_DATABASE } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import { DIRECTORY_ROLE } from '#platform/server/markets/control/open-control-directory.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { CELL_ROLE } from '#platform/server/markets/provisioning/roles.ts';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { readConfig } from '#app/server/config.ts';
import { queryUrl, TestDeployment } from '#tests/support/markets/test-deployment.ts';

let deployment: TestDeployment;
let root: string;
/** The databases of market 1, which has the directory, and of market 2. */
const databases = ['bookswap', 'm2'];
const roles = [CELL_ROLE, DIRECTORY_ROLE];

beforeAll(async () => {
  deployment = await TestDeployment.start();
  await deployment.run(['create', 'westfield', '--host', 'westfield.example']);
  root = await withDeployment(readConfig(deployment.variables), async (found) => found.root);
});
afterAll(() => deployment.stop());

const as = (role: string, database: string) =>
  withParts(deployment.adminUrl, { role, password: databasePassword(root, role), database });

const refusal = (url: string, statement: string): Promise<string> =>
  queryUrl(url, statement).then(
    () => 'allowed',
    (error: Error) => (/permission denied/.test(error.message) ? 'denied' : error.message),
  );

const SYSTEM = `('pg_catalog', 'information_schema', 'pg_toast', 'control')`;

for (const database of databases)
  for (const role of roles)
    test(`${role} reads and writes no table, view or sequence of ${database}`, async () => {
      const relations = await deployment.query(
        database,
        `SELECT format('%I.%I', nspname, relname) AS name, relkind::text AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
         WHERE relkind IN ('r', 'v', 'm', 'p', 'S', 'f') AND nspname NOT IN ${SYSTEM} AND relpersistence <> 't'`,
      );
      expect(relations.length).toBeGreaterThan(60);
      const allowed: string[] = [];
      for (const name of relations.map((row) => String(row['name'])))
        for (const statement of [`SELECT * FROM ${name} LIMIT 1`, `DELETE FROM ${name}`, `TRUNCATE ${name}`])
          if ((await refusal(as(role, database), statement)) !== 'denied') allowed.push(statement);
      // Market 2 lets the directory's role not even connect, which is 'permission denied for database'.
      expect(allowed).toEqual([]);
    }, 60_000);

test('of all functions the counts alone can be called, by the role of the cell', async () => {
  const callable: string[] = [];
  for (const database of databases)
    for (const role of roles) {
      const rows = await deployment.query(
        database,
        `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
         WHERE nspname NOT IN ${SYSTEM} AND has_database_privilege($1, current_database(), 'CONNECT')
           AND has_schema_privilege($1, n.oid, 'USAGE') AND has_function_privilege($1, p.oid, 'EXECUTE')`,
        [role],
      );
      callable.push(...rows.map(({ name }) => `${role} ${database} ${String(name)}`));
    }
  expect(callable).toEqual(
    databases.map((database) => `${CELL_ROLE} ${database} operator.usage(timestamp with time zone)`),
  );
  const [count] = await deployment.query(
    'm2',
    `SELECT count(*)::int AS n FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  expect(count!['n']).toBeGreaterThan(20);
});

test('what counts returns numbers and a time, and cannot be led to other tables', async () => {
  const url = as(CELL_ROLE, 'm2');
  const [row] = await queryUrl(url, 'SELECT * FROM operator.usage(now())');
  expect(Object.keys(row!)).toEqual(['students', 'listings', 'late_cases', 'bytes', 'last_backup']);
  expect(Number(row!['students'])).toBe(0);
  // It could stand before the market's own.
  expect(await refusal(url, 'CREATE TEMP TABLE users AS SELECT generate_series(1, 5)')).toBe('denied');
});

test('the roles create nothing, become no other role, and change no market but by pausing', async () => {
  for (const role of roles) {
    const home = as(role, role === CELL_ROLE ? JOBS_DATABASE : 'bookswap');
    expect(await queryUrl(home, 'SELECT current_user::text AS it')).toEqual([{ it: role }]);
    for (const statement of [
      'CREATE DATABASE stolen',
      'CREATE ROLE stolen',
      'SET ROLE m2',
      'ALTER ROLE m2 LOGIN',
    ])
      expect([role, statement, await refusal(home, statement)]).toEqual([role, statement, 'denied']);
  }
  const control = as(DIRECTORY_ROLE, 'bookswap');
  for (const statement of [
    `UPDATE control.markets SET state = 'deleting'`,
    `UPDATE control.cells SET url = 'x'`,
    `DELETE FROM control.markets`,
    `INSERT INTO control.operations (market, kind, step, started_at) VALUES (2, 'x', 'x', now())`,
    `UPDATE control.requests SET settings = '{}'`,
    `UPDATE control.operator_sessions SET email = 'x'`,
  ])
    expect([statement, await refusal(control, statement)]).toEqual([statement, 'denied']);
  await expect(
    queryUrl(control, `SELECT control.set_market_state(2, 'deleting', null, 'x', now())`),
  ).rejects.toThrow('not a state that operators set');
  const [schemas] = await queryUrl(as('m2', 'm2'), `SELECT has_schema_privilege('operator', 'USAGE') AS it`);
  expect(schemas).toEqual({ it: true });
});

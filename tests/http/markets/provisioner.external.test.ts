import { afterAll, beforeAll, expect, test } from 'vitest';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { queryUrl, startCell, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';

let cell: PostgresNode;
let deployment: TestDeployment;

beforeAll(async () => {
  cell = await startCell();
  deployment = await TestDeployment.start(cell);
  await cell.query(`CREATE ROLE provisioner LOGIN CREATEDB CREATEROLE PASSWORD 'of-the-provisioner'`);
  deployment.variables['DATABASE_ADMIN_URL'] = withParts(cell.url, {
    role: 'provisioner',
    password: 'of-the-provisioner',
  });
});
afterAll(() => deployment.stop());

test('a provisioner that is no superuser creates, empties and deletes markets, and keeps no right to read them', async () => {
  await deployment.run(['create', 'westfield', '--host', 'westfield.example']);
  const { database, state } = await deployment.entry('westfield');
  expect(state).toBe('active');
  expect(await queryUrl(database.url, 'SELECT count(*)::int AS n FROM users')).toEqual([{ n: 0 }]);
  const memberships = `SELECT roleid::regrole::text AS role FROM pg_auth_members WHERE member = 'provisioner'::regrole`;
  expect(await cell.query(memberships)).toEqual([]);
  const provisioner = withParts(deployment.variables['DATABASE_ADMIN_URL']!, { database: 'm2' });
  await expect(queryUrl(provisioner, 'SELECT FROM public.users')).rejects.toThrow(/permission denied/);
  await deployment.run(['delete', 'westfield', '--now', '--yes', 'westfield']);
  expect(await cell.query(`SELECT FROM pg_database WHERE datname = 'm2'`)).toEqual([]);
});

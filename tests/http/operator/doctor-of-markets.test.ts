import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDoctor } from '#app/cli/doctor/run-doctor.ts';
import { recordBackup } from '#platform/server/backup/last-backup.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { TestDeployment } from '#tests/support/markets/test-deployment.ts';

let deployment: TestDeployment;

beforeAll(async () => {
  deployment = await TestDeployment.start();
  await deployment.run(['create', 'westfield', '--host', 'westfield.example']);
});
afterAll(() => deployment.stop());

type Found = { check: string; status: string; text: string };

async function diagnose(variables: Record<string, string> = {}): Promise<Record<string, string>> {
  const { text } = await runDoctor(['--json'], { ...deployment.variables, ...variables });
  const findings = JSON.parse(text) as Found[];
  return Object.fromEntries(findings.map(({ check, status, text: words }) => [check, `${status}: ${words}`]));
}

test('names markets that do not answer, are not migrated or not backed up, and roles with too many rights', async () => {
  // The clock of the deployment is behind that of the machine.
  expect(await diagnose()).toMatchObject({
    cells: 'ok: The databases of 2 markets answer.',
    backups: 'failed: No backup for two days: main, westfield.',
    markets: 'ok: All markets have the tables of this version.',
    roles: 'ok: The roles of the servers and the markets have no more rights than they need.',
  });
  const { database: at } = await deployment.entry('westfield');
  const database = await openDatabase({
    url: at.url,
    dataDir: '',
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  await recordBackup(database, '/backups/westfield.tar.gz', systemClock.now());
  await database.close();
  await deployment.control(`UPDATE control.markets SET migrated_to = 1 WHERE name = 'westfield'`);
  await deployment.control('ALTER ROLE bookswap_cell CREATEROLE');
  expect(await diagnose()).toMatchObject({
    backups: 'failed: No backup for two days: main.',
    markets: 'failed: Not migrated to this version: westfield.',
    roles: 'failed: These roles may do more than they need: bookswap_cell.',
  });
  await deployment.control('ALTER DATABASE m2 ALLOW_CONNECTIONS false');
  expect(await diagnose()).toMatchObject({
    cells: 'failed: In main the databases of westfield do not answer.',
  });
});

test('the page of operators needs its host and their emails', async () => {
  expect(await diagnose({ OPERATOR_HOST: 'operator.example' })).toMatchObject({
    operators: expect.stringContaining('nobody can sign in'),
  });
  const both = { OPERATOR_HOST: 'operator.example', OPERATOR_EMAILS: 'ruth@bookswap.example' };
  expect(await diagnose(both)).not.toHaveProperty('operators');
});

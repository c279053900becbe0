import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { type MigrateOptions, migrateMarkets } from '#app/cli/markets/migrate-markets.ts';
import { MIGRATIONS } from '#app/cli/product-version.ts';
import { readConfig } from '#app/server/config.ts';
import { addMigration } from '#tests/support/markets/add-migration.ts';
import { queryUrl, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

const PROGRAM = join(import.meta.dirname, '../../support/processes/migrate-markets-process.ts');

let deployment: TestDeployment;
let folder: string;
const NAMES = ['north', 'east', 'south', 'west', 'far'];

beforeAll(async () => {
  deployment = await TestDeployment.start();
  for (const name of NAMES)
    await deployment.run([
      'create',
      name,
      '--host',
      `${name}.example`,
      ...(name === 'far' ? ['--canary'] : []),
    ]);
  folder = mkdtempSync(join(memoryDirectory(), 'bookswap-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await deployment.stop();
});

/** Adds a migration that creates a table, and then takes some seconds. */
const addTable = (table: string, seconds = 0) =>
  addMigration(folder, `9999_${table}`, [
    `CREATE TABLE ${table} (id int PRIMARY KEY)`,
    `SELECT pg_sleep(${seconds})`,
  ]);

const migrate = (options: Partial<MigrateOptions> = {}) =>
  withDeployment(
    readConfig(deployment.variables),
    (it) => migrateMarkets(it, { atOnce: 4, folder, ...options }),
    {
      say: (text) => void deployment.said.push(text),
    },
  );
const run = async (name: string, text: string) => queryUrl((await deployment.entry(name)).database.url, text);
async function having(table: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['main', ...NAMES]) {
    const [row] = await run(name, `SELECT to_regclass('${table}') IS NOT NULL AS it`);
    if (row!['it'] === true) found.push(name);
  }
  return found;
}

test('one market that fails stops no other; the next run migrates it', async () => {
  addTable('shelves');
  await run('south', 'CREATE TABLE shelves (other text)');
  deployment.said = [];
  expect(await migrate()).toBe(false);
  expect(deployment.said.at(-1)).toBe('1 of 6 markets are not migrated: south. Run the command again.');
  expect(await having('shelves')).toEqual(['main', ...NAMES]);
  const [error] = await deployment.control(
    `SELECT o.error, m.state FROM control.operations o JOIN control.markets m ON m.number = o.market WHERE kind = 'migrate'`,
  );
  expect(error).toEqual({ error: expect.stringContaining('already exists'), state: 'active' });

  await run('south', 'DROP TABLE shelves');
  deployment.said = [];
  expect(await migrate()).toBe(true);
  expect(deployment.said).toEqual(['south: 9999_shelves', '6 markets are migrated.']);
  const rows = await deployment.control('SELECT DISTINCT migrated_to FROM control.markets');
  expect(rows).toHaveLength(1);
});

test('a canary that fails keeps the others as they were', async () => {
  addTable('aisles');
  await run('far', 'CREATE TABLE aisles (other text)');
  expect(await migrate()).toBe(false);
  expect(deployment.said.at(-1)).toBe('A canary failed, so the other 5 markets were not begun.');
  expect(await having('aisles')).toEqual(['far']);
  await run('far', 'DROP TABLE aisles');
  expect(await migrate({ only: 'far' })).toBe(true);
  expect(await having('aisles')).toEqual(['far']);
  expect(await migrate()).toBe(true);
  expect(await having('aisles')).toEqual(['main', ...NAMES]);
});

test('a market in the middle of another command is skipped, and named', async () => {
  addTable('desks');
  const { number } = await deployment.entry('east');
  await deployment.control(
    `INSERT INTO control.operations (market, kind, step, state, started_at) VALUES ($1, 'move', 'copy', '{}', now())`,
    [number],
  );
  deployment.said = [];
  expect(await migrate()).toBe(false);
  expect(deployment.said).toContainEqual(expect.stringMatching(/^east is skipped: .*'move' \(step copy\)/));
  expect(deployment.said.at(-1)).toBe('1 of 6 markets are not migrated: east. Run the command again.');
  expect(await having('desks')).toEqual(['main', ...NAMES.filter((name) => name !== 'east')]);
  await deployment.control(`DELETE FROM control.operations WHERE market = $1 AND kind = 'move'`, [number]);
  expect(await migrate()).toBe(true);
  expect(await having('desks')).toEqual(['main', ...NAMES]);
});

test('a command that is killed between two markets is run again, and applies each migration once', async () => {
  addTable('halls', 0.5);
  const command = spawn(process.execPath, [PROGRAM, folder, '2'], {
    env: { PATH: process.env['PATH'], ...deployment.variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(command, 'exit');
  const [said] = (await once(createInterface({ input: command.stdout }), 'line')) as [string];
  command.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  expect(said).toMatch(/: 9999_halls$/);
  const before = await having('halls');
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(NAMES.length + 1);

  deployment.said = [];
  expect(await migrate()).toBe(true);
  expect(await having('halls')).toEqual(['main', ...NAMES]);
  const again = deployment.said.filter((text) => text.endsWith(': 9999_halls'));
  expect(again).not.toContain(said);
  expect(again.length).toBeGreaterThan(0);
});

test('two commands at once apply each migration once, and the next market begins with it', async () => {
  addTable('rooms');
  deployment.said = [];
  expect(await Promise.all([migrate(), migrate()])).toEqual([true, true]);
  expect(deployment.said.filter((text) => text.includes('9999_rooms'))).toHaveLength(6);
  await deployment.run(['list']);
  expect(deployment.said.at(-1)).not.toContain('not migrated');
  const [template] = await deployment.query(
    'postgres',
    `SELECT count(*)::int AS n FROM pg_database WHERE datname LIKE 'bookswap_template_%'`,
  );
  expect(template).toEqual({ n: 1 });
});

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MarketApp } from '#tests/support/markets/market-app.ts';
import { TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { runCommand } from '#tests/support/product/commands.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';
import { runDatabaseCommand } from './database-commands.ts';

let home: string;
let deployment: TestDeployment;

beforeAll(async () => {
  home = mkdtempSync(join(memoryDirectory(), 'bookswap-database-commands-'));
  deployment = await TestDeployment.start();
  await deployment.run(['create', 'westfield', '--host', 'westfield.example']);
  const app = await MarketApp.start({
    variables: deployment.variables,
    entry: await deployment.entry('westfield'),
  });
  await app.visitor().signUp('Dana', 'dana@westfield.example');
  await app.stop();
});
afterAll(async () => {
  await deployment.stop();
  rmSync(home, { recursive: true });
});

const run = (...args: string[]) => runDatabaseCommand(args, deployment.variables);

it('changes the users of the market that --market names, and of the first one without', async () => {
  const dana = 'dana@westfield.example';
  expect(await run('grant', dana)).toEqual({ text: `No user has the email ${dana}.`, done: false });
  expect(await run('grant', dana, 'moderator', '--market', 'westfield')).toMatchObject({ done: true });
  expect(await run('revoke', dana, 'moderator', '--market', 'westfield')).toMatchObject({ done: true });
  // The secret of the market finds its bans.
  expect(await run('unban', dana, '--market', 'westfield')).toEqual({
    text: `${dana} wasn't banned.`,
    done: false,
  });
  await expect(run('grant', dana, '--market', 'nowhere')).rejects.toThrow('There is no market nowhere.');
  expect(await run('move-photos', 's3', '--market', 'westfield')).toMatchObject({ done: false });
});

it('is no command without an argument, or with an option that it does not have', async () => {
  expect([await run('grant'), await run('grand', 'a'), await run('grant', 'a', '--market')]).toEqual([
    null,
    null,
    null,
  ]);
});

it('a mistaken DATA_DIR gets no database, and says so', async () => {
  const dataDir = join(home, 'mistaken');
  const told = `There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, to what BookSwap runs with`;
  await expect(
    runDatabaseCommand(['grant', 'dana@westfield.example'], { DATA_DIR: dataDir }),
  ).rejects.toThrow(told);
  const { code, stderr } = await runCommand('backup', { folder: home, dataDir }, 'backup.tar.gz');
  expect([code, stderr.split('\n')[0]]).toEqual([1, expect.stringContaining(told)]);
  expect([existsSync(dataDir), existsSync(join(home, 'backup.tar.gz'))]).toEqual([false, false]);
});

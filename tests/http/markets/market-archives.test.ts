import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUpAll, backUpOne } from '#app/cli/markets/back-up-markets.ts';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { restoreAll, restoreMarket } from '#app/cli/markets/restore-markets.ts';
import { readConfig } from '#app/server/config.ts';
import { verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { openCellJobs } from '#platform/server/jobs/cell/cell-jobs.ts';
import { jobsUrl } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import { newId } from '#platform/server/new-id.ts';
import { silentLog } from '#tests/support/product/test-cell.ts';
import { MarketApp } from '#tests/support/markets/market-app.ts';
import { queryUrl, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { runCommand } from '#tests/support/product/commands.ts';
import { EmbeddedProduct } from '#tests/support/product/embedded-product.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';

let home: string;
let deployment: TestDeployment;
let seller: TestClient;
let photo: string;
let exported: string;
const fileIn = (name: string) => join(home, name);
const signal = new AbortController().signal;

beforeAll(async () => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  home = mkdtempSync(join(memoryDirectory(), 'bookswap-market-archives-'));
  deployment = await TestDeployment.start();
  await deployment.run([
    'create',
    'westfield',
    '--host',
    'westfield.example',
    '--campus',
    'Westfield College',
  ]);
  await deployment.run(['create', 'eastfield', '--host', 'eastfield.example']);
  const app = await open('westfield');
  seller = app.visitor();
  await seller.signUp('Sam', 'sam@westfield.example');
  photo = await uploadPhoto(app, seller);
  await app.stop();
  exported = fileIn('westfield.tar.gz');
  await deployment.run(['export', 'westfield', exported]);
});
afterAll(async () => {
  await deployment.stop();
  rmSync(home, { recursive: true });
  vi.restoreAllMocks();
});

const open = async (name: string) =>
  MarketApp.start({ variables: deployment.variables, entry: await deployment.entry(name) });
const withIt = <T>(work: Parameters<typeof withDeployment<T>>[1]) =>
  withDeployment(readConfig(deployment.variables), work, { say: (text) => void deployment.said.push(text) });
const usersOf = async (name: string) => {
  const { database } = await deployment.entry(name);
  return queryUrl(database.url, 'SELECT name FROM users');
};

test('an export says what market it is, without the secrets of its settings', async () => {
  const { market, secret } = await verifyArchive(exported, () => true);
  expect(market).toEqual({
    number: 2,
    name: 'westfield',
    hosts: ['westfield.example'],
    settings: { PUBLIC_URL: 'http://westfield.example:3000', CAMPUS_NAME: 'Westfield College' },
  });
  expect(secret).toBe((await deployment.entry('westfield')).settings['SECRET_KEY']);
});

test('an installation alone continues with an export: its sessions are alive, and its photos there', async () => {
  const { code, stderr } = await runCommand(
    'restore',
    { folder: home, dataDir: fileIn('alone') },
    '--keep-sessions',
    '--unsigned',
    exported,
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('CAMPUS_NAME=Westfield College')]);
  const product = await EmbeddedProduct.start(fileIn('alone'));
  try {
    const moved = seller.movedTo(product.address);
    expect((await moved.post('/api/users/sync')).body).toMatchObject({ name: 'Sam' });
    expect((await fetch(product.address + photo)).status).toBe(200);
  } finally {
    await product.stop();
  }
});

test('a backup has no secret if the deployment gives it, and replaces the rows of its paused market', async () => {
  const file = fileIn('backup.tar.gz');
  await withIt((it) => backUpOne(it, 'westfield', file, signal));
  expect((await verifyArchive(file, () => true)).secret).toBeNull();
  const how = { file, keepSessions: true, isUnsignedAccepted: false };
  await expect(withIt((it) => restoreMarket(it, 'westfield', how))).rejects.toThrow(/Pause it first/);
  await expect(withIt((it) => restoreMarket(it, 'main', how))).rejects.toThrow(/is the installation itself/);
  await deployment.run(['pause', 'eastfield']);
  await expect(withIt((it) => restoreMarket(it, 'eastfield', how))).rejects.toThrow(/signature/);
  await deployment.run(['resume', 'eastfield']);
  const { database } = await deployment.entry('westfield');
  await queryUrl(database.url, `UPDATE users SET name = 'Changed'`);
  await deployment.run(['pause', 'westfield']);
  await withIt((it) => restoreMarket(it, 'westfield', how));
  expect(await usersOf('westfield')).toEqual([{ name: 'Sam' }]);
  expect((await deployment.entry('westfield')).state).toBe('paused');
  await deployment.run(['resume', 'westfield']);
  const app = await open('westfield');
  expect((await seller.movedTo(app.address).post('/api/users/sync')).status).toBe(200);
  await app.stop();
});

test('a backup has the jobs that wait in the cell, and a restored market has them', async () => {
  const { database } = await deployment.entry('westfield');
  const root = await withIt(async (it) => it.root);
  const cell = await openDatabase({ url: jobsUrl(database.url, root), dataDir: '', log: silentLog });
  const jobs = await openCellJobs({
    database: cell,
    log: silentLog,
    withMarket: async () => null,
    isMine: () => false,
  });
  const waiting = { queue: 'send-email', startAfter: new Date(), singletonKey: null };
  const [own, other] = [newId(new Date()), newId(new Date())];
  await jobs.insert(2, [{ ...waiting, id: own, data: { mailId: 'of westfield' } }]);
  await jobs.insert(3, [{ ...waiting, id: other, data: { mailId: 'of eastfield' } }]);
  const file = fileIn('with-jobs.tar.gz');
  await withIt((it) => backUpOne(it, 'westfield', file, signal));
  expect((await verifyArchive(file, () => true)).manifest.jobs).toBe(1);
  await cell.pool.query('DELETE FROM pgboss.job');
  await jobs.close();
  await cell.close();
  await deployment.run(['pause', 'westfield']);
  await withIt((it) =>
    restoreMarket(it, 'westfield', { file, keepSessions: true, isUnsignedAccepted: false }),
  );
  await deployment.run(['resume', 'westfield']);
  // From there the holder of its lease moves them into the outbox.
  expect(await queryUrl(database.url, 'SELECT id, name, data FROM pgboss.job')).toEqual([
    { id: own, name: 'send-email', data: { mailId: 'of westfield' } },
  ]);
});

test('an export becomes another market with its own secret, also when it was interrupted', async () => {
  const args = ['import', exported, '--name', 'copy', '--host', 'copy.example', '--keep-sessions'];
  await expect(deployment.run(['import', exported, '--unsigned'])).rejects.toThrow(
    /A market westfield exists/,
  );
  // Its secret is in it, so the signature proves nothing.
  await expect(deployment.run(args)).rejects.toThrow(/the signature proves nothing/);
  const secretFile = fileIn('secret');
  writeFileSync(secretFile, 'another secret, which is long enough');
  const known = [...args, '--secret-file', secretFile];
  await expect(deployment.run(known)).rejects.toThrow(/not that of the backup/);
  await expect(
    deployment.run([
      ...known,
      '--set',
      'OIDC_ISSUER=https://login.example',
      '--set',
      'OIDC_CLIENT_ID=market',
    ]),
  ).rejects.toThrow(/OIDC_CLIENT_SECRET[^]*--set-from FILE/);
  await expect(deployment.entry('copy')).rejects.toThrow('no market copy');
  writeFileSync(secretFile, (await verifyArchive(exported, () => true)).secret!);
  await deployment.interrupt(known, 'rows', 'after');
  expect((await deployment.entry('copy')).state).toBe('creating');
  await deployment.run([...args, '--unsigned']);
  const entry = await deployment.entry('copy');
  expect(entry).toMatchObject({
    state: 'active',
    hosts: ['copy.example'],
    settings: { CAMPUS_NAME: 'Westfield College' },
  });
  expect(entry.settings['SECRET_KEY']).toBe((await deployment.entry('westfield')).settings['SECRET_KEY']);
  const app = await open('copy');
  expect((await seller.movedTo(app.address).post('/api/users/sync')).body).toMatchObject({ name: 'Sam' });
  expect((await fetch(app.address + photo)).status).toBe(200);
  await app.stop();
  const secrets = await deployment.control('SELECT name, sealed FROM control.market_secrets');
  expect(secrets).toEqual([
    { name: 'SECRET_KEY', sealed: expect.not.stringContaining(entry.settings['SECRET_KEY']!) },
  ]);
});

test('of all markets each is backed up, also beside one that fails, and what is lost is restored with its number', async () => {
  const folder = fileIn('all');
  expect(await withIt((it) => backUpAll(it, folder, signal))).toBe(true);
  expect(
    ['main', 'westfield', 'eastfield', 'copy'].map((name) => existsSync(join(folder, `${name}.tar.gz`))),
  ).toEqual([true, true, true, true]);
  const { database } = await deployment.entry('westfield');
  expect(
    await queryUrl(database.url, `SELECT value FROM installation_state WHERE name = 'last-backup'`),
  ).toEqual([{ value: expect.stringMatching(/\/westfield\.tar\.gz$/) }]);
  writeFileSync(join(folder, 'westfield.new.tar.gz.partial'), 'what a killed run left');
  await deployment.query('postgres', 'ALTER ROLE m3 NOLOGIN');
  expect(await withIt((it) => backUpAll(it, folder, signal))).toBe(false);
  await deployment.query('postgres', 'ALTER ROLE m3 LOGIN');
  expect(deployment.said.at(-1)).toBe('Not backed up: eastfield.');

  await deployment.run(['delete', 'westfield', '--now', '--yes', 'westfield']);
  await deployment.control(`DELETE FROM control.operations WHERE market = 2`);
  await deployment.control(`DELETE FROM control.market_hosts WHERE market = 2`);
  await deployment.control(`DELETE FROM control.markets WHERE number = 2`);
  for (const name of ['eastfield', 'copy']) await deployment.run(['pause', name]);
  // A lost market comes back by a secret that this deployment gives, not by one in the file.
  const foreign = fileIn('foreign');
  mkdirSync(foreign);
  copyFileSync(exported, join(foreign, 'westfield.tar.gz'));
  const strict = { keepSessions: true, isUnsignedAccepted: false };
  expect(await withIt((it) => restoreAll(it, foreign, strict))).toBe(false);
  await expect(deployment.entry('westfield')).rejects.toThrow('no market westfield');
  expect(
    await withIt((it) => restoreAll(it, folder, { keepSessions: true, isUnsignedAccepted: false })),
  ).toBe(true);
  expect(await deployment.entry('westfield')).toMatchObject({ number: 2, state: 'active' });
  const app = await open('westfield');
  expect((await seller.movedTo(app.address).post('/api/users/sync')).body).toMatchObject({ name: 'Sam' });
  await app.stop();
});

/** The example of a deployment of several campuses. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '#app/server/config.ts';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';

const folder = join(import.meta.dirname, '../../deploy/campuses');
const read = (file: string) => readFile(join(folder, file), 'utf8');

it('is a configuration that the product accepts, and the servers do not have the provisioner', async () => {
  const config = readConfig(parseEnv(await read('bookswap.env')));
  expect(config).toMatchObject({
    operatorHost: 'operator.bookswap.example',
    operatorEmails: ['ruth@bookswap.example'],
    databaseAdminUrl: undefined,
  });
  expect(await read('bookswap.env')).not.toContain('ADMIN_URL');
  const uncommented = (await read('provisioner.env')).replaceAll(/^#(?=[A-Z])/gm, '');
  expect(readConfig(parseEnv(uncommented)).databaseAdminUrl).toMatch(/^postgres:\/\/provisioner:/);
  expect(new URL(config.publicUrl!).hostname.endsWith('.bookswap.example')).toBe(true);
});

const unit = await read('bookswap-requests.service');

it('runs a command that there is, as another account than the servers', async () => {
  const [, ...words] = /^ExecStart=(.*)$/m.exec(unit)![1]!.split(' ');
  expect(words.slice(-3)).toEqual(['markets', 'work', '--watch']);
  await readFile(join(folder, '../..', words.at(-4)!));
  const servers = await readFile(join(folder, '../systemd/bookswap.service'), 'utf8');
  const userOf = (text: string) => /^User=(.*)$/m.exec(text)![1];
  expect(userOf(unit)).not.toBe(userOf(servers));
});

const analyzer = findOnPath('systemd-analyze');

it.skipIf(analyzer === undefined)('has a unit that systemd accepts without a complaint', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bookswap-unit-'));
  try {
    const file = join(directory, 'bookswap-requests.service');
    await writeFile(file, unit.replaceAll('/opt/bookswap/node_modules/.bin/node', process.execPath));
    const { stderr } = await promisify(execFile)(analyzer!, ['verify', '--man=no', file]);
    expect(stderr.split('\n').filter((line) => line.includes(directory))).toEqual([]);
  } finally {
    await rm(directory, { recursive: true });
  }
});

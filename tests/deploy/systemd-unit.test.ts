import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { launcherConfig } from '../../scripts/launcher-config.mjs';

const root = join(import.meta.dirname, '../..');
const text = await readFile(join(root, 'deploy/systemd/bookswap.service'), 'utf8');

/** The values of each key, by section: `Service.KillMode`. */
function parseUnit(unit: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  let section = '';
  for (const line of unit.split('\n')) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (name !== undefined) section = name;
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) {
      const full = `${section}.${key}`;
      values.set(full, [...(values.get(full) ?? []), value!]);
    }
  }
  return values;
}

it('stops only the product, gives it time, and starts it again after every end', () => {
  const unit = parseUnit(text);
  expect(Object.fromEntries(unit)).toMatchObject({
    'Unit.StartLimitIntervalSec': ['0'],
    'Service.Type': ['notify'],
    // systemd-notify is a child of the product.
    'Service.NotifyAccess': ['all'],
    'Service.KillMode': ['mixed'],
    'Service.KillSignal': ['SIGTERM'],
    'Service.Restart': ['always'],
    'Service.OOMPolicy': ['continue'],
  });
  // 15 seconds, the longest grace, and a reserve.
  expect(Number(unit.get('Service.TimeoutStopSec')?.[0])).toBeGreaterThanOrEqual(25);
});

it('keeps the product from everything but its data', () => {
  expect(Object.fromEntries(parseUnit(text))).toMatchObject({
    'Service.User': ['bookswap'],
    'Service.StateDirectory': ['bookswap'],
    'Service.StateDirectoryMode': ['0700'],
    'Service.UMask': ['0077'],
    'Service.NoNewPrivileges': ['yes'],
    'Service.CapabilityBoundingSet': [''],
    'Service.ProtectSystem': ['strict'],
    'Service.ProtectHome': ['yes'],
    'Service.PrivateTmp': ['yes'],
    'Service.PrivateDevices': ['yes'],
    'Service.SystemCallFilter': ['@system-service'],
    'Service.MemoryMax': ['2G'],
  });
  // Node could not compile.
  expect(text).not.toContain('MemoryDenyWriteExecute=yes');
});

it('runs a program and reads a configuration that the installation has', async () => {
  const unit = parseUnit(text);
  const [node, limit, option, script] = unit.get('Service.ExecStart')![0]!.split(' ');
  expect(node).toBe('/opt/bookswap/node_modules/.bin/node');
  expect([limit]).toEqual(launcherConfig.nodeOptions);
  const file = option!.replace('--env-file=', '');
  // One reader of the file for the service and the commands: another one reads quotes differently.
  expect(unit.has('Service.EnvironmentFile')).toBe(false);
  expect(await readFile(join(root, 'deploy/systemd/bookswap-run'), 'utf8')).toContain(` ${option} `);
  await readFile(join(root, script!));
  const configuration = await readFile(join(root, 'deploy/systemd/bookswap.env'), 'utf8');
  expect(configuration).toContain(`# ${file}`);
  expect(configuration).toContain(`DATA_DIR=/var/lib/${unit.get('Service.StateDirectory')![0]}`);
});

const analyzer = findOnPath('systemd-analyze');

it.skipIf(analyzer === undefined)('are units that systemd accepts without a complaint', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bookswap-unit-'));
  try {
    const file = join(directory, 'bookswap.service');
    // It looks for the program, which is in this tree here.
    await writeFile(file, text.replaceAll('/opt/bookswap/node_modules/.bin/node', process.execPath));
    const socket = join(directory, 'bookswap.socket');
    await copyFile(join(root, 'deploy/systemd/bookswap.socket'), socket);
    const { stderr } = await promisify(execFile)(analyzer!, ['verify', '--man=no', file, socket]);
    expect(stderr.split('\n').filter((line) => line.includes(directory))).toEqual([]);
  } finally {
    await rm(directory, { recursive: true });
  }
});

const canChangeUser = process.getuid?.() === 0 && findOnPath('setpriv') !== undefined;

it.skipIf(!canChangeUser)('commands have the configuration of the service, not that of a shell', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bookswap-run-'));
  try {
    await mkdir(join(directory, 'node_modules/.bin'), { recursive: true });
    await symlink(process.execPath, join(directory, 'node_modules/.bin/node'));
    const scripts = { admin: `node --print 'JSON.stringify([process.env, process.argv.slice(1)])'` };
    await writeFile(join(directory, 'package.json'), JSON.stringify({ scripts }));
    await writeFile(join(directory, 'bookswap.env'), 'DATA_DIR=/var/lib/bookswap\nPORT=3000\n');
    const command = join(directory, 'bookswap-run');
    const original = await readFile(join(root, 'deploy/systemd/bookswap-run'), 'utf8');
    const here = original
      .replaceAll('/opt/bookswap', directory)
      .replaceAll('/etc/bookswap', directory)
      .replace('--reuid bookswap --regid bookswap', '--reuid root --regid root');
    await writeFile(command, here, { mode: 0o755 });
    const shell = { DATA_DIR: '/root/data', DATABASE_URL: 'postgres://elsewhere/other', PORT: '80' };
    const { stdout } = await promisify(execFile)(command, ['admin', 'grant', 'a b'], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...shell },
    });
    const [variables, args] = JSON.parse(stdout) as [NodeJS.ProcessEnv, string[]];
    expect(variables).toMatchObject({ DATA_DIR: '/var/lib/bookswap', PORT: '3000', LANG: 'C.UTF-8' });
    expect(variables).not.toHaveProperty('DATABASE_URL');
    expect(args).toEqual(['grant', 'a b']);
  } finally {
    await rm(directory, { recursive: true });
  }
});

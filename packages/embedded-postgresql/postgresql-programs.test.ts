import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { copyPrograms } from './copy-programs.ts';
import { findPostgresqlPrograms } from './postgresql-programs.ts';

const EXECUTABLE = 0o755;

/** A package as npm installs it, with a shell script in the place of the program. */
let packageDirectory: string;
const inPackage = (...parts: string[]) => path.join(packageDirectory, ...parts);
beforeEach(() => {
  packageDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'postgresql-programs-'));
  onTestFinished(() => fs.rmSync(packageDirectory, { recursive: true }));
  fs.mkdirSync(inPackage('native', 'bin'), { recursive: true });
  fs.mkdirSync(inPackage('native', 'lib'));
  fs.writeFileSync(inPackage('package.json'), JSON.stringify({ version: '18.4.0-beta.17' }));
  fs.writeFileSync(inPackage('native', 'lib', 'libicu.so.60.2'), 'library');
  writeLinks('native/lib/libicu.so.60');
  writeProgram('echo "postgres (PostgreSQL) 18.4"');
});

function writeProgram(script: string): void {
  fs.writeFileSync(inPackage('native', 'bin', 'postgres'), `#!/bin/sh\n${script}\n`, { mode: EXECUTABLE });
}

function writeLinks(...targets: string[]): void {
  const links = targets.map((target) => ({ source: 'native/lib/libicu.so.60.2', target }));
  fs.writeFileSync(inPackage('native', 'pg-symlinks.json'), JSON.stringify(links));
}

const find = () => findPostgresqlPrograms(undefined, [], packageDirectory);

test('the programs of this machine are found, with their version', () => {
  const { binDirectory, version } = findPostgresqlPrograms(undefined, []);
  expect(version).toMatch(/^18\.\d+$/);
  expect(fs.existsSync(path.join(binDirectory, 'initdb'))).toBe(true);
});

describe('links between libraries', () => {
  test('are created, and left alone when they exist', () => {
    expect(find()).toMatchObject({ version: '18.4' });
    expect(fs.readFileSync(inPackage('native', 'lib', 'libicu.so.60'), 'utf8')).toBe('library');
    expect(fs.readlinkSync(inPackage('native', 'lib', 'libicu.so.60'))).toBe('libicu.so.60.2');
    expect(find()).toMatchObject({ version: '18.4' });
  });

  test('that cannot be created are named', () => {
    writeLinks('native/elsewhere/libicu.so.60');
    expect(find).toThrow(/Links between PostgreSQL's libraries are missing .*elsewhere\/libicu\.so\.60/);
  });
});

describe('an unsupported machine gets a message with the reason', () => {
  test('an old C library', () => {
    writeProgram(`echo "version 'GLIBC_2.27' not found" >&2; exit 1`);
    expect(find).toThrow(
      /do not run on this machine: version 'GLIBC_2\.27' not found\..*glibc 2\.27 or newer/,
    );
  });

  test('another C library', () => {
    fs.writeFileSync(inPackage('native', 'bin', 'postgres'), '#!/no/such/loader\n', { mode: EXECUTABLE });
    expect(find).toThrow(/do not run on this machine: this is not a glibc system/);
  });

  test('a file system without programs', () => {
    fs.chmodSync(inPackage('native', 'bin', 'postgres'), 0o644);
    expect(find).toThrow(/do not run on this machine: .*EACCES/);
  });
});

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  const account = { uid: 65_534, gid: 65_534 };
  const CLOSED = 0o700;

  test('the programs are copied to a place that the account can read', () => {
    // As a package that was installed with another umask.
    for (const file of ['native/bin', 'native/bin/postgres', 'native/lib'])
      fs.chmodSync(inPackage(file), CLOSED);
    fs.chmodSync(packageDirectory, CLOSED);
    const fileInTheWay = inPackage('package.json');
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));
    const shared = fs.mkdtempSync(path.join(os.tmpdir(), 'postgresql-copies-'));
    onTestFinished(() => fs.rmSync(shared, { recursive: true }));
    fs.chmodSync(shared, EXECUTABLE);
    const found = findPostgresqlPrograms(account, [fileInTheWay, shared], packageDirectory);
    expect(found.version).toBe('18.4');
    expect(found.binDirectory.startsWith(shared)).toBe(true);
    expect(() => findPostgresqlPrograms(account, [fileInTheWay], packageDirectory)).toThrow(
      /user 65534 cannot reach its programs.*A copy was not possible either \(.*package.json/,
    );
  });

  test('a copy is used again, and replaced when it differs from the package or others than root can change it', () => {
    const parent = path.join(packageDirectory, 'copies');
    const copy = copyPrograms(packageDirectory, parent);
    const program = path.join(copy, 'bin', 'postgres');
    const inode = () => fs.statSync(program).ino;
    const first = inode();
    expect([copyPrograms(packageDirectory, parent), inode()]).toEqual([copy, first]);
    fs.appendFileSync(program, '# changed');
    copyPrograms(packageDirectory, parent);
    expect(fs.readFileSync(program, 'utf8')).not.toContain('changed');
    const second = inode();
    fs.chmodSync(program, 0o777);
    copyPrograms(packageDirectory, parent);
    expect([inode() === second, fs.statSync(program).mode & 0o777]).toEqual([false, EXECUTABLE]);
    fs.chownSync(parent, account.uid, account.gid);
    expect(() => copyPrograms(packageDirectory, parent)).toThrow(/does not belong to root alone/);
  });
});

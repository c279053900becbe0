import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { EmbeddedPostgresqlError } from './errors.ts';

/** An account of the machine, as the unsigned numbers that files have. */
export type ServerAccount = { uid: number; gid: number };

/** For `spawn`, which wants signed numbers: macOS has accounts beyond them, such as nobody. */
export const spawnAs = (account: ServerAccount | undefined): Partial<ServerAccount> =>
  account ? { uid: account.uid | 0, gid: account.gid | 0 } : {};

/**
 * The account for a server that refuses to run as root; undefined when this process is not root and the
 * server runs as it does. It is the owner of the directory, or of the one above, unless that is root; else
 * the first of `names` that exists. No account is created. Throws EmbeddedPostgresqlError when there is none.
 */
export function chooseServerAccount(directory: string, names: readonly string[]): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const candidate of [directory, path.dirname(directory)]) {
    const found = fs.statSync(candidate, { throwIfNoEntry: false });
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  const account = findAccount(names);
  if (account) return account;
  throw new EmbeddedPostgresqlError(
    'unsupported-machine',
    `PostgreSQL does not run as root, and this machine has none of the accounts ${names.join(', ')}. ` +
      `Start as another user, or give ${path.dirname(directory)} to one.`,
  );
}

export function findAccount(names: readonly string[]): ServerAccount | undefined {
  for (const name of names) {
    const [uid, gid] = ['-u', '-g'].map((option) => {
      const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
      return status === 0 ? Number(stdout) >>> 0 : undefined;
    });
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  return undefined;
}

/**
 * Runs a script of the shell in a directory, with the rights of the account alone: where the account owns a
 * directory, it may have put links there that root must not follow. Throws with the script's errors.
 */
export function runAsAccount(
  account: ServerAccount | undefined,
  script: string,
  { cwd, args = [] }: { cwd: string; args?: readonly string[] },
): void {
  const { error, status, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    encoding: 'utf8',
    cwd,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...spawnAs(account),
  });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr.trim());
}

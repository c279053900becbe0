import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { copyPrograms } from './copy-programs.ts';
import { EmbeddedPostgresqlError } from './errors.ts';
import { linkLibraries, PROGRAMS_PACKAGE } from './link-libraries.mjs';
import { type ServerAccount, spawnAs } from './server-account.ts';

export type PostgresqlPrograms = {
  /** Holds `initdb` and `postgres`. */
  binDirectory: string;
  /** '18.4' */
  version: string;
};

const SUPPORTED = /^(linux|darwin)-(x64|arm64)$/;

/**
 * Finds PostgreSQL's programs in node_modules and checks that the account can run them. Where it cannot reach
 * them, they are copied to the first of `copyTo` that works. Throws EmbeddedPostgresqlError.
 */
export function findPostgresqlPrograms(
  account: ServerAccount | undefined,
  copyTo: readonly string[],
  packageDirectory = findPackage(),
): PostgresqlPrograms {
  const missing = createLinks(packageDirectory);
  if (missing.length > 0)
    throw unsupported(
      `Links between PostgreSQL's libraries are missing and cannot be created (${missing[0]}). ` +
        'Install the packages where the directory can be written.',
    );
  const native = path.join(packageDirectory, 'native');
  const first = tryPrograms(native, account);
  if ('version' in first) return first;
  if (account && 'version' in tryPrograms(native, undefined)) {
    if (first.code !== 'EACCES')
      throw unsupported(
        `PostgreSQL does not run as root, and this machine does not let it run as user ${account.uid} (${first.code}). ` +
          'Start as another user than root.',
      );
    return copyWhereReachable(packageDirectory, account, copyTo);
  }
  throw unsupported(
    `PostgreSQL's programs do not run on this machine: ${first.message}. ` +
      'They need Linux with glibc 2.27 or newer (not musl), or macOS, and a file system that allows programs.',
  );
}

function createLinks(packageDirectory: string): string[] {
  try {
    return linkLibraries(packageDirectory);
  } catch (error) {
    throw unsupported(`The npm package ${PROGRAMS_PACKAGE} is incomplete (${(error as Error).message}).`);
  }
}

const unsupported = (message: string) => new EmbeddedPostgresqlError('unsupported-machine', message);

function findPackage(): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(PROGRAMS_PACKAGE)));
  } catch (error) {
    const machine = `${process.platform}-${process.arch}`;
    throw new EmbeddedPostgresqlError(
      'unsupported-machine',
      SUPPORTED.test(machine)
        ? `The npm package ${PROGRAMS_PACKAGE} with PostgreSQL's programs is not installed. It is an optional dependency: install with --include=optional.`
        : `There are no PostgreSQL programs for ${machine} on npm, only for Linux and macOS (x64, arm64).`,
      { cause: error },
    );
  }
}

type Failure = { code: string; message: string };

/** Node's types do not say that there is no output where a program could not be started. */
type ProgramResult = {
  error?: NodeJS.ErrnoException;
  status: number | null;
  signal: string | null;
  stdout: string | null;
  stderr: string | null;
};

function tryPrograms(native: string, account: ServerAccount | undefined): PostgresqlPrograms | Failure {
  const binDirectory = path.join(native, 'bin');
  const program = path.join(binDirectory, 'postgres');
  const { error, status, signal, stdout, stderr }: ProgramResult = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
    ...spawnAs(account),
  });
  const version = /\(PostgreSQL\) (\d+\.\d+)/.exec(stdout ?? '')?.[1];
  if (status === 0 && version !== undefined) return { binDirectory, version };
  const code = error?.code ?? 'exit';
  // The file exists, so its loader is missing: another C library.
  const missingLoader = code === 'ENOENT' && fs.existsSync(program);
  const message = missingLoader
    ? 'this is not a glibc system'
    : [error?.message, stderr].find(Boolean)?.trim() || `it ended with ${signal ?? status}`;
  return { code, message };
}

function copyWhereReachable(packageDirectory: string, account: ServerAccount, copyTo: readonly string[]) {
  const failures: string[] = [];
  for (const directory of copyTo) {
    try {
      const found = tryPrograms(copyPrograms(packageDirectory, directory), account);
      if ('version' in found) return found;
      failures.push(`${directory}: ${found.message}`);
    } catch (error) {
      failures.push(`${directory}: ${(error as Error).message}`);
    }
  }
  throw unsupported(
    `PostgreSQL does not run as root, and user ${account.uid} cannot reach its programs in ${packageDirectory}. ` +
      `A copy was not possible either (${failures.join('; ')}).`,
  );
}

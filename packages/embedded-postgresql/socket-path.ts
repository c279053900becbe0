import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { ServerAccount } from './server-account.ts';

/** What clients append to a directory that is given as the host. */
const SOCKET_NAME = '.s.PGSQL.5432';
const MAX_SOCKET_PATH_BYTES = 100; // the kernel's limit is 107 on Linux, 103 on macOS
const TEMPORARY_PREFIX = 'embedded-postgresql-';
const TEMPORARY_NAME_BYTES = TEMPORARY_PREFIX.length + 30;
const NOTE_NAME = 'socket-directory';

export type SocketPath = {
  /** For clients: the host. */
  directory: string;
  /** For the server, which runs in the cluster: its account may not reach an absolute path. */
  serverDirectory: string;
  /** Removes a killed server's files, which keep a new one from starting once its process id is reused. */
  clear(): void;
  remove(): void;
};

/**
 * Creates the directory of the socket: beside the cluster, so that `psql -h DIRECTORY` finds it, or a private
 * temporary directory when that path is too long for a socket. Only the holder of the directory's lock may
 * call it, while no server runs.
 */
export function createSocketPath(directory: string, account: ServerAccount | undefined): SocketPath {
  removeTemporaryDirectory(directory);
  clearSocket(directory);
  if (Buffer.byteLength(path.join(directory, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES) {
    const clear = () => clearSocket(directory);
    return { directory, serverDirectory: '..', clear, remove: clear };
  }
  const temporary = fs.mkdtempSync(path.join(temporaryParent(), TEMPORARY_PREFIX));
  if (account) fs.chownSync(temporary, account.uid, account.gid);
  fs.writeFileSync(path.join(directory, NOTE_NAME), `${temporary}\n`, { mode: 0o600, flag: 'wx' });
  if (account) fs.lchownSync(path.join(directory, NOTE_NAME), account.uid, account.gid);
  return {
    directory: temporary,
    serverDirectory: temporary,
    clear: () => clearSocket(temporary),
    remove: () => removeTemporaryDirectory(directory),
  };
}

/** The directory of the socket of a server that another process runs; undefined when there is none. */
export function findSocketDirectory(directory: string): string | undefined {
  const found = readNote(directory) ?? directory;
  return fs.existsSync(path.join(found, SOCKET_NAME)) ? found : undefined;
}

/** As root always the same: the server's account may not be able to reach root's. */
function temporaryParent(): string {
  if (process.getuid?.() === 0) return '/tmp';
  const isShort = Buffer.byteLength(os.tmpdir()) < MAX_SOCKET_PATH_BYTES - TEMPORARY_NAME_BYTES;
  return isShort ? os.tmpdir() : '/tmp';
}

function clearSocket(directory: string): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`])
    fs.rmSync(path.join(directory, name), { force: true });
}

/** Only a directory as this file creates it: another account may have written the note. */
function readNote(directory: string): string | undefined {
  try {
    const noted = fs.readFileSync(path.join(directory, NOTE_NAME), 'utf8').trim();
    const isOurs =
      path.basename(noted).startsWith(TEMPORARY_PREFIX) && path.dirname(noted) === temporaryParent();
    const found = fs.lstatSync(noted);
    return isOurs && found.isDirectory() && found.uid === fs.statSync(directory).uid ? noted : undefined;
  } catch {
    return undefined;
  }
}

function removeTemporaryDirectory(directory: string): void {
  const noted = readNote(directory);
  if (noted) {
    clearSocket(noted);
    try {
      fs.rmdirSync(noted);
    } catch {
      // It contains other files, so it must not be removed.
    }
  }
  fs.rmSync(path.join(directory, NOTE_NAME), { force: true });
}

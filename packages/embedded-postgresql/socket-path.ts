import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { ServerAccount } from './server-account.ts';

/** What clients append to a directory that is given as the host. */
export const SOCKET_NAME = '.s.PGSQL.5432';
const MAX_SOCKET_PATH_BYTES = 100; // the kernel's limit is 107 on Linux, 103 on macOS
const TEMPORARY_PREFIX = 'embedded-postgresql-';
const TEMPORARY_NAME_BYTES = TEMPORARY_PREFIX.length + 30;
const NOTE_NAME = 'socket-directory';

export type SocketPath = {
  /** For clients: the host. */
  directory: string;
  /** For the server, whose working directory is the cluster: its account may not be able to reach an absolute path. */
  serverDirectory: string;
  remove(): void;
};

/**
 * Creates the place of the socket: beside the cluster, so that `psql -h DIRECTORY` finds it, or a private temporary
 * directory when that path is too long for a socket. Only the holder of the directory's lock may call it, while no
 * server runs.
 */
export function createSocketPath(directory: string, account: ServerAccount | undefined): SocketPath {
  removeTemporaryDirectory(directory);
  const socket = path.join(directory, SOCKET_NAME);
  // A killed server leaves them behind, and refuses to start while the process id in the lock is in use again.
  const removeSocket = () => {
    for (const file of [socket, `${socket}.lock`]) fs.rmSync(file, { force: true });
  };
  removeSocket();
  if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES)
    return { directory, serverDirectory: '..', remove: removeSocket };
  const isShort = Buffer.byteLength(os.tmpdir()) < MAX_SOCKET_PATH_BYTES - TEMPORARY_NAME_BYTES;
  const temporary = fs.mkdtempSync(path.join(isShort ? os.tmpdir() : '/tmp', TEMPORARY_PREFIX));
  if (account) fs.chownSync(temporary, account.uid, account.gid);
  fs.writeFileSync(path.join(directory, NOTE_NAME), `${temporary}\n`, { mode: 0o600 });
  return {
    directory: temporary,
    serverDirectory: temporary,
    remove: () => removeTemporaryDirectory(directory),
  };
}

/** The directory of the socket of a server that another process runs; undefined when there is none. */
export function findSocketDirectory(directory: string): string | undefined {
  const found = readNote(directory) ?? directory;
  return fs.existsSync(path.join(found, SOCKET_NAME)) ? found : undefined;
}

function readNote(directory: string): string | undefined {
  try {
    const noted = fs.readFileSync(path.join(directory, NOTE_NAME), 'utf8').trim();
    return path.basename(noted).startsWith(TEMPORARY_PREFIX) ? noted : undefined;
  } catch {
    return undefined;
  }
}

function removeTemporaryDirectory(directory: string): void {
  const noted = readNote(directory);
  if (noted) fs.rmSync(noted, { recursive: true, force: true });
  fs.rmSync(path.join(directory, NOTE_NAME), { force: true });
}

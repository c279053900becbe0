import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const SOCKET_NAME = '.s.PGSQL.5432'; // what libpq appends to a directory given as the host
const LONGEST_SOCKET_PATH = 100; // the kernel's limit is 107 bytes
const TEMPORARY_PREFIX = 'bookswap-database-';

export type SocketPlace = { directory: string; path: string; remove(): void };

/**
 * Where the engine's socket stands: beside the cluster, so that `psql -h data/database` finds it, or in a private
 * temporary directory when that path is too long for a socket. Only the holder of the exclusive lock may ask.
 */
export function chooseSocketPlace(beside: string | undefined): SocketPlace {
  if (beside === undefined) return temporaryPlace();
  const note = path.join(beside, 'socket-directory');
  removeDeadPlace(note);
  const socket = path.join(beside, SOCKET_NAME);
  fs.rmSync(socket, { force: true }); // a killed process leaves its socket behind
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH)
    return { directory: beside, path: socket, remove: () => fs.rmSync(socket, { force: true }) };
  const place = temporaryPlace();
  fs.writeFileSync(note, `${place.directory}\n`, { mode: 0o600 });
  const remove = () => {
    place.remove();
    fs.rmSync(note, { force: true });
  };
  return { ...place, remove };
}

function temporaryPlace(): SocketPlace {
  const shortEnough = Buffer.byteLength(os.tmpdir()) < LONGEST_SOCKET_PATH - 45;
  const parent = shortEnough ? os.tmpdir() : '/tmp';
  removePlacesOfTheDead(parent);
  const directory = fs.mkdtempSync(path.join(parent, `${TEMPORARY_PREFIX}${process.pid}-`));
  const remove = () => fs.rmSync(directory, { recursive: true, force: true });
  return { directory, path: path.join(directory, SOCKET_NAME), remove };
}

/** A test runner kills its workers, which then leave their empty directories. */
function removePlacesOfTheDead(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    const pid = name.startsWith(TEMPORARY_PREFIX) && /^(\d+)-/.exec(name.slice(TEMPORARY_PREFIX.length))?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const directory = path.join(parent, name);
    const found = fs.statSync(directory, { throwIfNoEntry: false });
    if (found?.uid === process.getuid?.()) fs.rmSync(directory, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The note names the temporary directory of a process that was killed before it could remove it. */
function removeDeadPlace(note: string): void {
  if (!fs.existsSync(note)) return;
  const directory = fs.readFileSync(note, 'utf8').trim();
  if (path.basename(directory).startsWith(TEMPORARY_PREFIX))
    fs.rmSync(directory, { recursive: true, force: true });
  fs.rmSync(note, { force: true });
}

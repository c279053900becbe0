import { connect } from 'node:net';

const PROBE_TIMEOUT_MS = 1_000;
const DEFAULT_PORT = 5432;

/** What `pg` reports for a server that is not there. */
export class ServerLostError extends Error {
  readonly code = 'ECONNREFUSED';

  constructor(cause?: unknown) {
    super('The database server behind the pooler takes no connections', { cause });
    this.name = 'ServerLostError';
  }
}

/** Rejects if the server at this address takes no connection within a second. */
export type Probe = () => Promise<void>;

/** Of this machine: files, ports or memory. */
const LOCAL_ERRORS = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** Whether the server was not asked at all: its name was not found, or this machine can open no connection. */
export function isNotAsked(error: unknown): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall === 'getaddrinfo' || LOCAL_ERRORS.has(code);
}

/** Connects and says nothing, which costs the server no session. */
export function createProbe(url: string): Probe {
  const { hostname, port, searchParams } = new URL(url);
  const directory = searchParams.get('host');
  const number = Number(port || DEFAULT_PORT);
  const address = directory?.startsWith('/')
    ? { path: `${directory}/.s.PGSQL.${number}` }
    : { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: number };
  return () =>
    new Promise((resolve, reject) => {
      const socket = connect({ ...address, timeout: PROBE_TIMEOUT_MS });
      const end = (error?: Error) => {
        socket.destroy();
        if (error === undefined) resolve();
        else reject(error);
      };
      socket.once('connect', () => end());
      socket.once('error', end);
      // After a pause of this process the timer comes first, and the connection that was made meanwhile right after it.
      socket.once('timeout', () => setImmediate(end, new Error('No connection within a second')));
    });
}

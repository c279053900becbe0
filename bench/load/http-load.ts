import { connect, type Socket } from 'node:net';
import type { Load } from './interleave.ts';
import { ResponseReader } from './response-reader.ts';

/** Clears the measured server's cache before the request. */
export const CLEAR_CACHE_HEADER = 'x-bench-clear-cache';

type HttpLoadOptions = {
  port: number;
  /** The URL of the next request. */
  path: () => string;
  /** Every request must miss the cache. */
  forgetting?: boolean;
  /** Of the user who asks; by default a visitor. */
  token?: string;
  /** The JSON of the next request, which is then a POST. */
  body?: () => string;
  /** More header lines, each with its line end. */
  headers?: string;
  /** Of a response that is expected; by default 200. */
  status?: number;
  connections: number;
  /** The host that is asked; by default 127.0.0.1. */
  host?: string;
  /** The address of the next request's sender, as a proxy tells it. */
  sender?: () => string;
  /** The address of each connection, by its index; by default 127.0.0.1. */
  from?: (connection: number) => string;
  /** A response that refuses (429, 503) is counted; otherwise it fails the run, as each status that is not expected. */
  mayBeRefused?: boolean;
  milliseconds: number;
  /** Milliseconds between two requests of a connection; by default each follows the previous response. */
  every?: number;
};

/** `count` and `latencies` are those of the responses that were not refused. */
type HttpLoad = Load & { refused: number };

const refusals: ReadonlySet<number> = new Set([429, 503]);

/** Sends requests over kept-alive connections, one at a time on each. */
export async function httpLoad(options: HttpLoadOptions): Promise<HttpLoad> {
  const { port, path, forgetting = false, token, connections, from, milliseconds, every = 0 } = options;
  const { host = '127.0.0.1', sender, headers = '', status: expected = 200 } = options;
  // As a browser sends them: the accepted encodings decide which bytes are sent.
  const fields = `host: ${host}\r\naccept: */*\r\naccept-encoding: gzip, deflate, br\r\nuser-agent: Mozilla/5.0\r\n${forgetting ? `${CLEAR_CACHE_HEADER}: 1\r\n` : ''}${token === undefined ? '' : `authorization: Bearer ${token}\r\n`}${headers}`;
  const senderField = () => (sender === undefined ? '' : `x-forwarded-for: ${sender()}\r\n`);
  const request = () => {
    const start = `${path()} HTTP/1.1\r\n${fields}${senderField()}`;
    if (options.body === undefined) return `GET ${start}\r\n`;
    const body = options.body();
    return `POST ${start}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, (_, at) => opened(port, from?.(at))));
  const load: HttpLoad = { count: 0, refused: 0, seconds: 0, latencies: [] };
  const note = (status: number, latency: number): boolean => {
    const isRefused = options.mayBeRefused === true && refusals.has(status);
    if (isRefused) load.refused += 1;
    else load.latencies.push(latency);
    return isRefused || status === expected;
  };
  const start = performance.now();
  const end = start + milliseconds;
  const apart = every / connections;
  await Promise.all(
    sockets.map((socket, index) =>
      requestUntil(socket, { request, first: start + index * apart, every, end, note }),
    ),
  );
  return { ...load, count: load.latencies.length, seconds: (performance.now() - start) / 1000 };
}

function opened(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    socket.once('connect', () => resolve(socket)).once('error', reject);
  });
}

type Asking = {
  request: () => string;
  first: number;
  every: number;
  end: number;
  /** False for a status that must not be. */
  note: (status: number, latency: number) => boolean;
};

function requestUntil(socket: Socket, { request, first, every, end, note }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new ResponseReader();
    let asked = '';
    let askedAt = 0;
    let due = first;
    const ask = () => {
      asked = request();
      // A late response delays the next request; that delay is part of its latency.
      askedAt = every === 0 ? performance.now() : due;
      due += every;
      socket.write(asked);
    };
    const askWhenDue = () => {
      const wait = every === 0 ? 0 : due - performance.now();
      if (wait <= 0) ask();
      else setTimeout(ask, wait);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed the connection')));
    socket.on('data', (piece) => {
      try {
        for (const status of reader.push(piece)) {
          const now = performance.now();
          if (!note(status, now - askedAt))
            throw new Error(`${asked.slice(0, asked.indexOf('\r\n'))} returned ${status}`);
          if (now < end) return askWhenDue();
          resolve();
          socket.destroy();
        }
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    askWhenDue();
  });
}

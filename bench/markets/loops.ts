/** Requests with bodies to one market of a process: several loops, each with one request at a time. */
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

let senders = 0;

/** The address of a sender; neighbors share no network, so no limit. */
export function nextSender(): string {
  senders += 1;
  return `${20 + (senders % 180)}.${(senders >> 8) & 255}.${senders & 255}.${(senders * 7) % 250}`;
}

export type Target = { port: number; host: string };

type Asked = {
  method?: string;
  path: string;
  token?: string;
  cookie?: string;
  /** An object is sent as JSON. */
  body?: object | Buffer;
};

export type Answer = { status: number; text: string; cookie: string };

/** As a browser behind the proxy, from a new address. */
export function send(
  { port, host }: Target,
  { method = 'POST', path, token, cookie, body }: Asked,
): Promise<Answer> {
  const isFile = Buffer.isBuffer(body);
  const bytes = isFile ? body : body === undefined ? '' : JSON.stringify(body);
  const headers = {
    host,
    'user-agent': 'Mozilla/5.0 (bench)',
    'x-forwarded-for': nextSender(),
    ...(body !== undefined && { 'content-type': isFile ? 'image/jpeg' : 'application/json' }),
    'content-length': Buffer.byteLength(bytes),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookie !== undefined && { cookie }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => void pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          text: Buffer.concat(pieces).toString(),
          cookie: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
        }),
      );
    });
    asked.on('error', reject).end(bytes);
  });
}

type Loop = {
  loops: number;
  milliseconds: number;
  /** Milliseconds between two tasks of a loop; by default each follows the one before. */
  every?: number;
  /** Returns whether it was served; a refusal is not measured. */
  task: (loop: number) => Promise<boolean>;
};

/** The milliseconds of each task that was served. */
export async function runLoops({ loops, milliseconds, every = 0, task }: Loop): Promise<number[]> {
  const end = performance.now() + milliseconds;
  const latencies: number[] = [];
  const run = async (loop: number) => {
    await delay((every * loop) / loops);
    while (performance.now() < end) {
      const startedAt = performance.now();
      const next = delay(every);
      if (await task(loop)) latencies.push(performance.now() - startedAt);
      await next;
    }
  };
  await Promise.all(Array.from({ length: loops }, (_, loop) => run(loop)));
  return latencies;
}

import { Writable } from 'node:stream';

/** As pino writes it. */
export type LogLine = Record<string, unknown> & { level: number; msg?: string };

/** A stream for the product's log, and its lines so far. */
export function recordLogLines(): { logStream: Writable; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  return { logStream, lines };
}

import { once } from 'node:events';
import { from, to } from 'pg-copy-streams';
import type { Client, PoolClient } from 'pg';

/** Bytes of a member: what a backup keeps in memory at once. */
const PART_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Gives `onPart` the output of `COPY … TO STDOUT`, some megabytes at a time. Returns the number of rows. */
export async function copyOut(
  client: Client | PoolClient,
  statement: string,
  onPart: (part: Buffer) => Promise<void>,
): Promise<number> {
  let rows = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const part = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    if (part.length > 0) await onPart(part);
  };
  for await (const chunk of client.query(to(statement)) as AsyncIterable<Buffer>) {
    rows += countLines(chunk);
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  return rows;
}

/** Counts rows: each is a line in COPY's text format, which escapes line feeds in values. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

export class CopyInto {
  readonly #stream: ReturnType<typeof from>;
  readonly #failed: Promise<never>;
  #isOver = false;

  constructor(client: PoolClient, statement: string) {
    this.#stream = client.query(from(statement));
    this.#failed = new Promise((_, reject) => {
      this.#stream.on('error', (error) => {
        this.#isOver = true;
        reject(error);
      });
    });
    // `write` and `end` report it.
    this.#failed.catch(() => undefined);
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#stream.write(chunk)) return;
    await Promise.race([once(this.#stream, 'drain'), this.#failed]);
  }

  async end(): Promise<number> {
    const finished = once(this.#stream, 'finish');
    this.#stream.end();
    await Promise.race([finished, this.#failed]);
    this.#isOver = true;
    return this.#stream.rowCount;
  }

  /** Ends the statement with an error, so that the connection takes others again. */
  abort(reason: Error): void {
    if (!this.#isOver) this.#stream.destroy(reason);
  }
}

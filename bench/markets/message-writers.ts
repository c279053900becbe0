import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const BETWEEN_MS = 2_000;
const AGAIN_MS = 50;

export type Writer = {
  client: { post(path: string, body: object): Promise<{ status: number; body: unknown }> };
  conversationId: string;
};

/** Each writes a message every two seconds, and sends it again until it is acknowledged. */
export function startWriting(writers: readonly Writer[]) {
  const ending = new AbortController();
  const acknowledged: string[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  let longestMs = 0;
  const note = (id: string, startedAt: number) => {
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    acknowledged.push(id);
    for (const one of waiting) if (acknowledged.length >= one.count) one.resolve();
  };
  const send = async ({ client, conversationId }: Writer) => {
    const clientMessageId = randomUUID();
    const startedAt = performance.now();
    const message = { conversationId, content: 'Is it still available?', clientMessageId };
    for (;;) {
      const reply = await client.post('/api/messages', message).catch(() => null);
      if (reply !== null && reply.status < 300) break;
      if (reply !== null && reply.status !== 503) throw new Error(JSON.stringify(reply.body));
      await delay(AGAIN_MS);
    }
    note(clientMessageId, startedAt);
  };
  const write = async (writer: Writer, index: number) => {
    await delay((index * BETWEEN_MS) / writers.length);
    while (!ending.signal.aborted) {
      const next = delay(BETWEEN_MS);
      await send(writer);
      await next;
    }
  };
  const writing = Promise.all(writers.map(write));
  writing.catch(() => {});
  return {
    /** Resolves when so many more are acknowledged. */
    written: (more: number) =>
      Promise.race([
        new Promise<void>((resolve) => void waiting.add({ count: acknowledged.length + more, resolve })),
        writing,
      ]),
    async stop() {
      ending.abort();
      await writing;
      return { acknowledged, longestMs };
    },
  };
}

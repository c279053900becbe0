/** Users of a market who send messages while something happens to it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestClient } from '../server/test-app.ts';

const BETWEEN_MS = 100;

/** Sends messages through both processes in turn, each again until it is acknowledged. */
export function startTalking(clients: TestClient[], conversationId: string) {
  const ending = new AbortController();
  const acknowledged: string[] = [];
  let longestMs = 0;
  const talk = async () => {
    for (let count = 0; !ending.signal.aborted; count += 1) {
      const clientMessageId = randomUUID();
      const startedAt = performance.now();
      for (;;) {
        const client = clients[count % clients.length]!;
        const reply = await client
          .post('/api/messages', { conversationId, content: `Message ${count}`, clientMessageId })
          .catch(() => null);
        if (reply !== null && reply.status < 300) break;
        await pause(BETWEEN_MS);
      }
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      acknowledged.push(clientMessageId);
      await pause(BETWEEN_MS);
    }
  };
  const talking = talk();
  return {
    acknowledged,
    longest: () => longestMs,
    stop: async () => {
      ending.abort();
      await talking;
    },
  };
}

import type { TestClient } from '../server/test-app.ts';

const WORKERS = 4;

/** Requests that read and write, one after the other in each worker, until it is ended. */
export function startLoad(
  address: string,
  { users, bookId, paceMs = 30 }: { users: TestClient[]; bookId: string; paceMs?: number },
) {
  const failures: string[] = [];
  const ending = new AbortController();
  let count = 0;
  const work = async (worker: number) => {
    const user = users[worker % users.length]!;
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const writes = worker % 2 === 0;
      const path = writes ? '/api/favorites/toggle' : `/api/books?search=${n % 7}`;
      try {
        const favorite = { bookId, favorited: n % 2 === 0 };
        const { status } = writes ? await user.post(path, favorite) : await user.get(path);
        if (status !== 200) failures.push(`${path}: ${status}`);
      } catch (error) {
        failures.push(`${address}${path}: ${String((error as Error).cause ?? error)}`);
      }
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, paceMs));
    }
  };
  const works = Array.from({ length: WORKERS }, (_, worker) => work(worker));
  return {
    async end() {
      ending.abort();
      await Promise.all(works);
      return { failures, count };
    },
  };
}

type StoredMessage = { seq: number; clientMessageId: string };

/** All of a conversation, in order. */
export async function readMessages(user: TestClient, conversationId: string): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  let next: string | undefined = `/api/conversations/${conversationId}/messages?limit=100`;
  while (next !== undefined) {
    const { body, headers } = await user.get(next);
    messages.push(...(body as StoredMessage[]));
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return messages.toSorted((one, other) => one.seq - other.seq);
}

import { expect, it } from 'vitest';
import type { Chats } from '../support/chats.ts';
import { WITHOUT_REPLICA } from '../support/cluster.ts';
import { sendRequest } from '../support/send-request.ts';
import { until } from '../support/until.ts';
import { chatThrough, MAX_RECOVERY_MS, type World } from '../support/world.ts';

const PAGE_LIFETIME_MS = 5_000;
const VISITOR = '203.0.113.9';

export function loseDatabase(world: () => World): void {
  it('PostgreSQL is restarted', async () => {
    const { cluster } = world();
    const { primary } = cluster;
    await chatThrough(world(), async (chats) => {
      await lose(chats, async () => {
        for (const url of cluster.proxy.preferring.values())
          await sendRequest('GET', '/', { url, address: VISITOR });
        await primary.shutDown();
        try {
          await expectHonestAnswers(world());
        } finally {
          await primary.start();
        }
      });
    });
  });

  it('PostgreSQL fails over to the replica', async () => {
    const { cluster } = world();
    await chatThrough(world(), (chats) => lose(chats, () => cluster.failOver()));
  });
}

async function lose(chats: Chats, event: () => Promise<void>): Promise<void> {
  chats.history.record({ kind: 'lost', part: 'postgresql' });
  await event();
  chats.history.record({ kind: 'restored', part: 'postgresql' });
  await chats.recovered(MAX_RECOVERY_MS);
  // Each request was answered: from a cache, or with a refusal that says when to come back.
  const wrong = chats
    .failedRequests()
    .filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
  expect(wrong).toEqual([]);
}

/**
 * Of every process, while the primary is lost: what only it can do is refused. Visitors read from the
 * replica, or, without one, pages of the last minute, which are marked.
 */
async function expectHonestAnswers({ cluster, pairs }: World): Promise<void> {
  const { seller } = pairs[0]!;
  for (const [name, url] of cluster.proxy.preferring) {
    const place = { url, address: VISITOR };
    const refused = { status: 503, process: name, retryAfter: expect.stringMatching(/^\d+$/) };
    expect(await seller.request('POST', '/api/users/sync', {}, url)).toMatchObject(refused);
    const search = await sendRequest('GET', `/api/books?search=not-cached-${name}`, place);
    if (name !== WITHOUT_REPLICA) {
      expect(search).toMatchObject({ status: 200, process: name });
      continue;
    }
    expect(search).toMatchObject(refused);
    const isMarked = async () => {
      const page = await sendRequest('GET', '/', place);
      expect(page).toMatchObject({ status: 200, process: name });
      return page.headers.get('warning')?.startsWith('110 ') ?? false;
    };
    await until('Home is too old to be shown unmarked', isMarked, PAGE_LIFETIME_MS);
  }
}

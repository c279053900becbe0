import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRedis, startRedis } from '#tests/support/server/redis-server.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

describe.skipIf(findRedis() === undefined)('two processes that lose their Redis', () => {
  let one: TestApp;
  let other: TestApp;
  let redis: Awaited<ReturnType<typeof startRedis>>;

  const isReady = async () => {
    for (const { app } of [one, other]) {
      const state = () =>
        app.context.events.ping().then(
          () => 'ready',
          () => 'away',
        );
      await expect.poll(state).toBe('ready');
    }
  };

  beforeAll(async () => {
    redis = await startRedis();
    const { url } = await createTestDatabase();
    const secret = 'the key of both processes, long enough';
    const variables = { DATABASE_URL: url, REDIS_URL: redis.url, SECRET_KEY: secret };
    one = await TestApp.start({ variables });
    other = await TestApp.start({ variables });
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await redis.stop();
  });

  it('carry messages within five seconds, and at once when it is back, each once and in order', async () => {
    const [priya, tom] = [await one.signedInClient('Priya'), await one.signedInClient('Tom')];
    const { body: book } = await priya.post('/api/books', algorithms);
    const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
    const hers = await priya.connect(other.address);
    const send = (content: string) =>
      tom.post('/api/messages', { conversationId: conversation.id, content, clientMessageId: randomUUID() });

    await isReady();
    await send('before');
    await hers.next('new_message');
    await redis.stop();
    const sentAt = performance.now();
    // A hint is no part that the product needs.
    expect((await one.visitor().get('/readyz')).status).toBe(200);
    for (const n of [1, 2, 3]) expect((await send(`without ${n}`)).status).toBe(200);
    await hers.next('new_message', ({ message }) => message.content === 'without 3');
    expect(performance.now() - sentAt).toBeLessThan(5_000);

    redis = await startRedis(redis.port);
    await isReady();
    await send('after');
    await hers.next('new_message', ({ message }) => message.content === 'after');
    await hers.settled();
    const contents = hers.all('new_message').map(({ message }) => message.content);
    expect(contents).toEqual(['before', 'without 1', 'without 2', 'without 3', 'after']);
  });
});

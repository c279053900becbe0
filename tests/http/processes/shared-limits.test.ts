import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRedis, startRedis } from '#tests/support/server/redis-server.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';

/** What one user may write in a minute. */
const WRITES = 120;

describe.skipIf(findRedis() === undefined)('two processes with one Redis', () => {
  let one: TestApp;
  let other: TestApp;
  let redis: Awaited<ReturnType<typeof startRedis>>;

  beforeAll(async () => {
    redis = await startRedis();
    const { url } = await createTestDatabase();
    const secret = 'the key of both processes, long enough';
    const variables = { DATABASE_URL: url, REDIS_URL: redis.url, SECRET_KEY: secret };
    one = await TestApp.start({ variables, unlimited: false });
    other = await TestApp.start({ variables, unlimited: false });
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await redis.stop();
  });

  it('count the requests of a user together, and each alone without Redis, with no error', async () => {
    const tom = await one.signedInClient('Tom');
    const headers = { authorization: `Bearer ${await tom.token()}`, 'content-type': 'application/json' };
    const write = async ({ address }: TestApp): Promise<number> => {
      // No such book: counted, and refused cheaply.
      const body = JSON.stringify({ bookId: randomUUID() });
      return (await fetch(`${address}/api/favorites/toggle`, { method: 'POST', headers, body })).status;
    };
    const writeInTurn = async (times: number) => {
      const statuses = [];
      for (let time = 0; time < times; time += 1) statuses.push(await write(time % 2 === 0 ? one : other));
      return statuses.filter((status) => status !== 429).length;
    };
    // The sign-up has used a few.
    const accepted = await writeInTurn(2 * WRITES);
    expect(accepted).toBeGreaterThan(WRITES - 10);
    expect(accepted).toBeLessThanOrEqual(WRITES);

    await redis.stop();
    for (const { clock } of [one, other]) clock.advance(60_000);
    const alone = await writeInTurn(3 * WRITES);
    expect(alone).toBe(2 * WRITES);
  });
});

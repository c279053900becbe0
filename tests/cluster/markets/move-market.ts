import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/shared/clock.ts';
import { startTalking } from '#tests/support/markets/market-talk.ts';
import { queryUrl } from '#tests/support/markets/test-deployment.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import type { MarketWorld } from '../support/market-world.ts';
import { until } from '../support/until.ts';

const ADMIN = join(import.meta.dirname, '../../../src/app/cli/admin.ts');
const MAX_PAUSE_MS = 10_000;
const RESTARTED = 1012;
const SOCKETS = 50;

export function moveMarket(world: () => MarketWorld): void {
  it('a market moves while its users write; the command is killed while it copies, and run again', async () => {
    const { deployment, figures } = world();
    const [first, second] = world().addressesOf('westfield') as [string, string];
    const [seller, buyer] = [new TestClient(first, systemClock), new TestClient(first, systemClock)];
    await seller.signUp('Sam', 'sam@westfield.example');
    await buyer.signUp('Bo', 'bo@westfield.example');
    const { body: book } = await seller.post('/api/books', algorithms);
    const { body: conversation } = await buyer.post('/api/conversations', { bookId: book.id });
    // Half of them at each process.
    const watchers = Array.from({ length: SOCKETS }, (_, index) =>
      index % 2 === 0 ? seller.movedTo(first) : seller.movedTo(second),
    );
    const sockets = await Promise.all(watchers.map((client) => client.connect()));
    const talk = startTalking([buyer, buyer.movedTo(second)], conversation.id);

    await killCommand(world());
    await world().run('move', 'westfield', '--to', 'east');
    for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: RESTARTED });
    const again = await Promise.all(watchers.map((client) => reconnect(client)));
    const before = talk.acknowledged.length;
    await until('messages are written again', () => talk.acknowledged.length > before + 10, 30_000);
    await talk.stop();
    const last = talk.acknowledged.at(-1)!;
    for (const socket of again)
      await until(
        'the last message is on each socket',
        () => JSON.stringify(socket.received).includes(last),
        10_000,
      );

    const { database, cell } = await deployment.entry('westfield');
    expect(cell).toBe('east');
    const url = database.directUrl ?? database.url;
    const rows = await queryUrl(url, 'SELECT client_message_id::text AS id FROM messages');
    const there = new Set(rows.map(({ id }) => id));
    expect(talk.acknowledged.filter((id) => !there.has(id))).toEqual([]);
    expect(talk.longest()).toBeLessThan(MAX_PAUSE_MS);
    figures.push(
      `moved under load, killed once: ${talk.acknowledged.length} messages acknowledged, none lost; the longest took ${talk.longest().toFixed(0)} ms; ${again.length} sockets are back`,
    );
  }, 180_000);
}

/** Begins the move in a process, which is killed while it copies. */
async function killCommand({ deployment }: MarketWorld): Promise<void> {
  const command = spawn(process.execPath, [ADMIN, 'markets', 'move', 'westfield', '--to', 'east'], {
    env: { PATH: process.env['PATH'], ...deployment.variables },
    stdio: 'ignore',
  });
  const ended = once(command, 'exit');
  await until(
    'the copy has begun',
    async () => {
      const [open] = await deployment.control(
        `SELECT step FROM control.operations WHERE kind = 'move' AND ended_at IS NULL`,
      );
      return open?.['step'] === 'copy';
    },
    60_000,
  );
  command.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
}

async function reconnect(client: TestClient) {
  let socket: Awaited<ReturnType<TestClient['connect']>> | undefined;
  await until(
    'the socket is open again',
    async () => {
      socket = await client.connect().catch(() => undefined);
      return socket !== undefined;
    },
    MAX_PAUSE_MS,
  );
  return socket!;
}

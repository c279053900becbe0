import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { findRedis, startRedis } from '../../../../tests/support/redis-server.ts';
import type { Log } from '../http/create-http.ts';
import { busResumed, defineTopic, type EventBus, type Topic } from './event-bus.ts';
import { openRedisEventBus } from './redis-event-bus.ts';

const silent = { warn() {}, error() {} } as unknown as Log;
const news = defineTopic<unknown>('news');
type Running = { url: string; port: number; stop(): Promise<void> };

/** The little of Redis that the bus speaks: publishing and subscribing. Can go away and come back at the same port. */
async function startStandIn(port = 0): Promise<Running> {
  const subscribers = new Set<Socket>();
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, [name = '', ...args]: string[]): string => {
    switch (name.toUpperCase()) {
      case 'SUBSCRIBE':
        subscribers.add(socket);
        return `*3\r\n$9\r\nsubscribe\r\n${bulk(args[0]!)}:1\r\n`;
      case 'PUBLISH':
        for (const subscriber of subscribers)
          subscriber.write(`*3\r\n$7\r\nmessage\r\n${bulk(args[0]!)}${bulk(args[1]!)}`);
        return `:${subscribers.size}\r\n`;
      case 'PING':
        return '+PONG\r\n';
      case 'INFO':
        return bulk('loading:0');
      case 'CLIENT':
        return '+OK\r\n';
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      subscribers.delete(socket);
    });
    let rest = '';
    socket.on('data', (data) => {
      rest += data.toString();
      for (let command = parse(rest); command !== null; command = parse(rest)) {
        rest = rest.slice(command.length);
        socket.write(answer(socket, command.words));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as { port: number }).port;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `redis://127.0.0.1:${bound}`, port: bound, stop };
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** One command as clients send it: an array of bulk strings (of ASCII). */
function parse(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return null;
  const words: string[] = [];
  let at = head[0].length;
  while (words.length < Number(head[1])) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return null;
    const from = at + size[0].length;
    at = from + Number(size[1]) + 2;
    if (text.length < at) return null;
    words.push(text.slice(from, at - 2));
  }
  return { words, length: at };
}

const redis = findRedis();
const kinds = [{ name: 'a stand-in', start: (): Promise<Running> => startStandIn() }];
if (redis !== undefined) kinds.push({ name: 'Redis', start: startRedis });

describe.each(kinds)('the bus of several processes, on $name', ({ start }) => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function open(url: string): Promise<EventBus> {
    const bus = await openRedisEventBus(url, silent);
    ends.push(() => bus.close());
    await expect.poll(() => bus.ping().then(() => 'ready', String), { timeout: 10_000 }).toBe('ready');
    return bus;
  }

  function listen(bus: EventBus, topic: Topic<unknown>): unknown[] {
    const heard: unknown[] = [];
    bus.subscribe(topic, (payload) => heard.push(payload));
    return heard;
  }

  it('delivers here at once and there soon, to everybody once', async () => {
    const server = await start();
    ends.push(() => server.stop());
    const [one, other] = [await open(server.url), await open(server.url)];
    const [here, there] = [listen(one, news), listen(other, news)];
    one.publish(news, { n: 1 });
    expect(here).toEqual([{ n: 1 }]);
    await expect.poll(() => there).toEqual([{ n: 1 }]);
    // Behind it in the same pipe: had the first come back to its sender, it would be here by now.
    other.publish(news, { n: 2 });
    await expect.poll(() => here).toEqual([{ n: 1 }, { n: 2 }]);
    expect(there).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

describe('a bus whose Redis goes away', () => {
  it('goes on alone, comes back, and says since when it heard nothing', async () => {
    const first = await startStandIn();
    const now = new Date('2026-11-20T12:00:00.000Z');
    const bus = await openRedisEventBus(first.url, silent, { now: () => now });
    const other = await openRedisEventBus(first.url, silent);
    const heard: unknown[] = [];
    const resumed: unknown[] = [];
    bus.subscribe(news, (payload) => heard.push(payload));
    bus.subscribe(busResumed, (payload) => resumed.push(payload));
    await expect.poll(() => bus.ping().then(() => 'ready', String), { timeout: 10_000 }).toBe('ready');
    await first.stop();
    await expect
      .poll(
        () =>
          bus.ping().then(
            () => 'ready',
            () => 'away',
          ),
        { timeout: 10_000 },
      )
      .toBe('away');
    bus.publish(news, 1);
    other.publish(news, 'lost');
    expect(heard).toEqual([1]);

    const second = await startStandIn(first.port);
    await expect.poll(() => resumed, { timeout: 10_000 }).toEqual([{ since: now.toISOString() }]);
    await expect.poll(() => other.ping().then(() => 'ready', String), { timeout: 10_000 }).toBe('ready');
    other.publish(news, 2);
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([1, 2]);
    await Promise.all([bus.close(), other.close()]);
    await second.stop();
  });

  it('opens without one', async () => {
    const gone = await startStandIn();
    await gone.stop();
    const bus = await openRedisEventBus(gone.url, silent);
    const heard: unknown[] = [];
    bus.subscribe(news, (payload) => heard.push(payload));
    bus.publish(news, 1);
    expect(heard).toEqual([1]);
    await expect(bus.ping()).rejects.toThrow('not subscribed');
    await bus.close();
  });
});

it.skipIf(redis !== undefined)('says that no Redis was found: only the stand-in was tried', () => {
  expect(redis).toBeUndefined();
});

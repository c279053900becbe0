import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveSocket } from './live-socket.ts';
import type { TokenSource } from '#platform/web/transport.ts';
import { fakeTokens, FakeWebSocket } from '#tests/support/fakes/fake-web-socket.ts';

const typing = { type: 'typing', conversationId: 'c', isTyping: true } as const;

const sockets: FakeWebSocket[] = [];
let urls: string[] = [];
const browser = new EventTarget();
const page = new EventTarget();
let online = true;
let visible = true;
let token: string | null = 'one';
let renewed: string | null = 'two';
let received: object[] = [];
let connected: boolean[] = [];
let socket: LiveSocket | undefined;

const tokens: TokenSource = { ...fakeTokens };

const flushed = () => vi.advanceTimersByTimeAsync(0);

async function start(): Promise<void> {
  socket = new LiveSocket({
    url: 'ws://here/ws',
    tokens,
    onMessage: (message) => received.push(message),
    onConnectionChange: (is) => connected.push(is),
    onAttemptFailed: () => {},
    open: (url) => {
      const opened = new FakeWebSocket(0);
      urls.push(url);
      sockets.push(opened);
      return opened;
    },
    signals: { browser, page, isOnline: () => online, isVisible: () => visible },
  });
  await flushed();
}

/** The newest socket opens and is authenticated. */
async function authenticated(): Promise<FakeWebSocket> {
  const newest = sockets.at(-1)!;
  newest.opens();
  newest.says({ type: 'auth_success' });
  await flushed();
  return newest;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  sockets.length = 0;
  urls = [];
  [online, visible, token, renewed, received, connected] = [true, true, 'one', 'two', [], []];
  tokens.getToken = async () => token;
  tokens.renewToken = async () => renewed;
});
afterEach(() => {
  vi.restoreAllMocks();
  socket?.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a live socket', () => {
  it('authenticates, and is connected when the server accepts the token', async () => {
    await start();
    sockets[0]!.opens();
    expect(sockets[0]!.sent).toEqual([{ type: 'auth', token: 'one' }]);
    expect(socket!.send(typing)).toBe(false);
    sockets[0]!.says({ type: 'auth_success' });
    expect(connected).toEqual([true]);
    expect(socket!.send(typing)).toBe(true);
    expect(sockets[0]!.sent.at(-1)).toEqual(typing);
    for (const message of [{ type: 'news' }, 'no json', '7', { no: 'type' }]) sockets[0]!.says(message);
    expect(received).toEqual([{ type: 'news' }]);
  });

  it('says that nothing was sent when the socket throws, and opens another one', async () => {
    await start();
    (await authenticated()).isBroken = true;
    expect(socket!.send(typing)).toBe(false);
    expect(connected).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sockets).toHaveLength(2);
    await authenticated();
    expect(socket!.send(typing)).toBe(true);
  });

  it('waits longer after each failure, up to eight seconds and never as long as the others', async () => {
    await start();
    await authenticated();
    const delays: number[] = [];
    for (const random of [0, 0.9, 0.3, 0.6, 1, 0]) {
      vi.mocked(Math.random).mockReturnValue(random);
      const [count, closedAt] = [sockets.length, Date.now()];
      sockets.at(-1)!.close();
      await flushed();
      while (sockets.length === count) await vi.advanceTimersByTimeAsync(50);
      delays.push(Date.now() - closedAt);
    }
    expect(delays).toEqual([3_000, 5_850, 6_600, 7_200, 8_000, 6_000]);
    await authenticated();
    sockets.at(-1)!.close();
    await flushed();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sockets).toHaveLength(8);
  });

  it('reconnects within a second when the server says that it restarts, and later if that fails', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.4);
    await start();
    (await authenticated()).dispatchEvent(Object.assign(new Event('close'), { code: 1012 }));
    await vi.advanceTimersByTimeAsync(399);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
    sockets[1]!.close();
    await vi.advanceTimersByTimeAsync(3_399);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(3);
  });

  it('reconnects at the moment that the server named', async () => {
    await start();
    sockets[0]!.opens();
    const reason = 'Reconnect after 12500 ms';
    sockets[0]!.dispatchEvent(Object.assign(new Event('close'), { code: 1013, reason }));
    await vi.advanceTimersByTimeAsync(12_499);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(urls).toEqual(['ws://here/ws', 'ws://here/ws?returning']);
    // It was no failure: the next delay is the first one.
    await authenticated();
    sockets[1]!.close();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(urls.at(-1)).toBe('ws://here/ws');
  });

  it('reconnects with a newer token after an authentication error, and waits while there is none', async () => {
    await start();
    sockets[0]!.opens();
    sockets[0]!.says({ type: 'error', message: 'Authentication failed', code: 'invalid-token' });
    expect(sockets[0]!.readyState).toBe(3);
    renewed = null;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(sockets).toHaveLength(1);
    renewed = 'two';
    await vi.advanceTimersByTimeAsync(6_000);
    expect(sockets).toHaveLength(2);
    sockets[1]!.opens();
    expect(sockets[1]!.sent).toEqual([{ type: 'auth', token: 'two' }]);
  });

  it('recognizes authentication errors by their code, and passes other errors on', async () => {
    await start();
    const first = await authenticated();
    first.says({ type: 'error', message: 'Authentication is busy', code: 'too-many-requests' });
    expect(received).toHaveLength(1);
    expect(first.readyState).toBe(1);
  });

  it('asks for a newer token at once when the server withdraws the authentication, and reconnects later', async () => {
    await start();
    const first = await authenticated();
    const renewing = vi.fn(async () => null);
    tokens.renewToken = renewing;
    // The code of the version before.
    first.says({ type: 'error', message: 'Authentication was revoked', code: 'token-invalid' });
    await flushed();
    expect(renewing).toHaveBeenCalledWith('one');
    expect(sockets).toHaveLength(1);
  });

  it('authenticates again with each newer token', async () => {
    await start();
    const first = await authenticated();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(first.sent).toHaveLength(1);
    token = 'newer';
    await vi.advanceTimersByTimeAsync(20_000);
    expect(first.sent.at(-1)).toEqual({ type: 'auth', token: 'newer' });
    first.says({ type: 'auth_success' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connected).toEqual([true]);
  });

  it('closes a connection that does not answer', async () => {
    await start();
    sockets[0]!.opens();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sockets[0]!.readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sockets).toHaveLength(2);
    // This socket never opens.
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sockets[1]!.readyState).toBe(3);
  });

  it('closes when the browser is offline, and reconnects as soon as it is online', async () => {
    await start();
    const first = await authenticated();
    online = false;
    browser.dispatchEvent(new Event('offline'));
    expect(first.readyState).toBe(3);
    expect(connected).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    online = true;
    browser.dispatchEvent(new Event('online'));
    await flushed();
    expect(sockets).toHaveLength(2);
  });

  it('checks its connection when the page becomes visible', async () => {
    await start();
    const first = await authenticated();
    visible = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(first.sent).toHaveLength(1);
    visible = true;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(first.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connected).toEqual([true, false]);
  });

  it('waits for a token, and never reconnects once it is stopped', async () => {
    token = null;
    await start();
    expect(sockets).toHaveLength(0);
    token = 'one';
    await vi.advanceTimersByTimeAsync(3_000);
    const first = await authenticated();
    socket!.stop();
    expect(first.readyState).toBe(3);
    browser.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveFeature, startLiveSession } from './live-session.ts';
import { LiveStore } from './live-store.ts';

class FakeSocket extends EventTarget {
  static last: FakeSocket;
  readyState = 1;
  readonly sent: { type: string }[] = [];
  constructor() {
    super();
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {}
  says(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const [name, value] of Object.entries({
    WebSocket: FakeSocket,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    navigator: { onLine: true },
    location: { protocol: 'https:', host: 'books.example' },
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
    vi.stubGlobal(name, value);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tokens = {
  getToken: async () => 'one',
  renewToken: async () => 'two',
  lastKnownUser: () => null,
  onTokenRejected: () => {},
};

/** A session with one feature, and all that the feature and the store report. */
function start() {
  const live = new LiveStore();
  const log: string[] = [];
  live.on('missed', () => log.push('missed'));
  live.onConnectionChange(() => log.push(live.isConnected() ? 'connected' : 'disconnected'));
  const feature: LiveFeature = () => ({
    onConnected: ({ isReconnect }) => log.push(`feature connected ${isReconnect}`),
    onDisconnected: () => log.push('feature disconnected'),
    stop: () => log.push('feature stopped'),
  });
  const transport = () => Promise.reject(new Error('no request is expected here'));
  const session = startLiveSession({ live, queries: new QueryClient(), transport, tokens, userId: 'maya' }, [
    feature,
  ]);
  live.begin(session);
  return { live, log };
}

async function connect(): Promise<void> {
  await vi.advanceTimersByTimeAsync(3_000);
  FakeSocket.last.dispatchEvent(new Event('open'));
  FakeSocket.last.says({ type: 'auth_success' });
}

it('treats a reconnect like a missed event', async () => {
  const { live, log } = start();
  await connect();
  expect(log.splice(0)).toEqual(['connected', 'feature connected false']);
  FakeSocket.last.dispatchEvent(new Event('close'));
  expect(log.splice(0)).toEqual(['disconnected', 'feature disconnected']);
  await connect();
  expect(log.splice(0)).toEqual(['connected', 'missed', 'feature connected true']);
  live.end();
  expect(log).toEqual(['feature stopped', 'disconnected', 'feature disconnected', 'disconnected']);
});

it('treats a first connection after a failed attempt like a reconnect', async () => {
  const { live, log } = start();
  await vi.advanceTimersByTimeAsync(1_000);
  FakeSocket.last.dispatchEvent(new Event('close'));
  await connect();
  expect(log.splice(0)).toEqual(['connected', 'missed', 'feature connected true']);
  live.end();
});

it('passes messages to the listeners of their type until they end', async () => {
  const { live } = start();
  await connect();
  const books: string[] = [];
  const end = live.on('book', ({ bookId }) => books.push(bookId));
  FakeSocket.last.says({ type: 'book', bookId: 'b1' });
  FakeSocket.last.says({ type: 'user' });
  end();
  FakeSocket.last.says({ type: 'book', bookId: 'b2' });
  expect(books).toEqual(['b1']);
  live.end();
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveFeature, startLiveSession } from './live-session.ts';
import { LiveStore } from './live-store.ts';
import { fakeTokens, FakeWebSocket, stubPageWithSocket } from '#tests/support/fakes/fake-web-socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  stubPageWithSocket();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
  const session = startLiveSession(
    { live, queries: new QueryClient(), transport, tokens: fakeTokens, userId: 'maya' },
    [feature],
  );
  live.begin(session);
  return { live, log };
}

async function connect(): Promise<void> {
  await vi.advanceTimersByTimeAsync(3_000);
  FakeWebSocket.last.dispatchEvent(new Event('open'));
  FakeWebSocket.last.says({ type: 'auth_success' });
}

it('treats a reconnect like a missed event', async () => {
  const { live, log } = start();
  await connect();
  expect(log.splice(0)).toEqual(['connected', 'feature connected false']);
  FakeWebSocket.last.dispatchEvent(new Event('close'));
  expect(log.splice(0)).toEqual(['disconnected', 'feature disconnected']);
  await connect();
  expect(log.splice(0)).toEqual(['connected', 'missed', 'feature connected true']);
  live.end();
  expect(log).toEqual(['feature stopped', 'disconnected', 'feature disconnected', 'disconnected']);
});

it('treats a first connection after a failed attempt like a reconnect', async () => {
  const { live, log } = start();
  await vi.advanceTimersByTimeAsync(1_000);
  FakeWebSocket.last.dispatchEvent(new Event('close'));
  await connect();
  expect(log.splice(0)).toEqual(['connected', 'missed', 'feature connected true']);
  live.end();
});

it('passes messages to the listeners of their type until they end', async () => {
  const { live } = start();
  await connect();
  const books: string[] = [];
  const end = live.on('book', ({ bookId }) => books.push(bookId));
  FakeWebSocket.last.says({ type: 'book', bookId: 'b1' });
  FakeWebSocket.last.says({ type: 'user' });
  end();
  FakeWebSocket.last.says({ type: 'book', bookId: 'b2' });
  expect(books).toEqual(['b1']);
  live.end();
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Message } from '#features/conversations/contract.ts';
import { LiveStore } from '#features/live/web/live-store.ts';
import { noticeMessages } from './notice-messages.ts';

afterEach(() => vi.unstubAllGlobals());

it('reports messages of others while the page is visible, and only then', () => {
  const live = new LiveStore();
  const sent: object[] = [];
  const receive = (seq: number, senderId: string) =>
    live.emit({ type: 'new_message', message: { conversationId: 'c', seq, senderId } as Message });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const { stop } = noticeMessages({
    live,
    queries: new QueryClient(),
    transport: () => Promise.reject(new Error('no request is expected here')),
    userId: 'maya',
    isConnected: () => true,
    send: (message) => sent.push(message) > 0,
  });
  receive(3, 'daniel');
  receive(4, 'maya');
  expect(sent).toEqual([{ type: 'noticed', conversationId: 'c', upToSeq: 3 }]);
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  receive(5, 'daniel');
  stop();
  expect(sent).toHaveLength(1);
});

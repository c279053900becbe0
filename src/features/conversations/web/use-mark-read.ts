import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { Conversation, Message } from '../contract.ts';
import { conversationApi } from './conversation-list-query.ts';
import { cacheMessage, cacheReadByMe } from './conversation-queries.ts';
import { useIsConnected } from '#features/live/web/lazy.ts';

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

const usePageIsVisible = (): boolean =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  );

/**
 * Marks received messages as read while the page is visible and the newest message is in view; `foot` is the
 * element below it. After a failure they are marked with the next message, or when the socket reconnects.
 */
export function useMarkRead(
  conversation: Conversation,
  messages: readonly Message[],
  myId: string,
): { foot: RefObject<HTMLDivElement | null> } {
  const transport = useTransport();
  const queries = useQueryClient();
  const foot = useRef<HTMLDivElement>(null);
  const [inView, setInView] = useState(false);
  const marking = useRef<string | null>(null);
  const pageIsVisible = usePageIsVisible();
  const connected = useIsConnected();
  const newest = messages.findLast((message) => message.senderId !== myId);
  // A user who has blocked the other participant reads without a read mark.
  const unread = newest?.readAt === null && !conversation.youBlocked ? newest.id : null;

  useEffect(() => {
    if (foot.current === null) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (unread === null || !pageIsVisible || !inView || marking.current === unread) return;
    marking.current = unread;
    const mark = async () => {
      const params = { id: unread };
      const read = await conversationApi(transport).call('PATCH /api/messages/:id/read', { params });
      cacheMessage(queries, read);
      cacheReadByMe(queries, read);
    };
    mark().catch(() => (marking.current = null));
  }, [unread, pageIsVisible, inView, connected, transport, queries]);

  return { foot };
}

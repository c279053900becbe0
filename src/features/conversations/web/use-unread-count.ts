import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { conversationsQuery } from './conversation-list-query.ts';

/** Unread messages of the current user; 0 while signed out. */
export function useUnreadCount(): number {
  const transport = useTransport();
  const isSignedIn = useSession().status === 'signed-in';
  const { data } = useInfiniteQuery({ ...conversationsQuery(transport), enabled: isSignedIn });
  if (!isSignedIn) return 0;
  return (data?.pages ?? []).reduce(
    (sum, page) => sum + page.items.reduce((of, one) => of + (one.youBlocked ? 0 : one.unreadCount), 0),
    0,
  );
}

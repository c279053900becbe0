import { useQuery } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { isBlockedQuery } from './block-queries.ts';

/** Whether the current user has blocked this one; false while that is not known. */
export function useIsBlocked(userId: string): boolean {
  const session = useSession();
  const isOther = session.status === 'signed-in' && session.user.id !== userId;
  const { data } = useQuery({ ...isBlockedQuery(useTransport(), userId), enabled: isOther });
  return isOther && data === true;
}

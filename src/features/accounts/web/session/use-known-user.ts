import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useEffect, useState } from 'react';
import { useCurrentUserId, useSessionActions } from './session-context.tsx';

/** The time after which a skeleton no longer looks like loading. */
const SYNC_TIMEOUT_MS = 5000;

type KnownUser = {
  myId: string | null;
  /** The sync takes long enough to tell the user. It is retried all the same. */
  isSlow: boolean;
  isFetching: boolean;
  refetch: () => void;
};

/** The user, for screens that show nothing until the session is known. */
export function useKnownUser(): KnownUser {
  const myId = useCurrentUserId();
  const { update } = useSessionActions();
  const [isSlow, setSlow] = useState(false);
  const { mutate, isPending } = useSingleMutation({ networkMode: 'always', mutationFn: () => update() });
  useEffect(() => {
    if (myId !== null) return;
    const timer = setTimeout(() => setSlow(true), SYNC_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [myId]);
  return { myId, isSlow: myId === null && isSlow, isFetching: isPending, refetch: () => mutate() };
}

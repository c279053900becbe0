import { useEffect, useState } from 'react';
import { useCurrentUserId, useSessionActions } from './session-context.tsx';

/** Milliseconds after which nobody takes a skeleton for something that is coming. */
const SYNC_TIMEOUT_MS = 5000;

type KnownUser = {
  myId: string | null;
  /** It takes so long that the reader is to be told. It is asked again by itself all the same. */
  isLate: boolean;
  isAsking: boolean;
  ask: () => void;
};

/** Who is here, for screens that have nothing to show before it is known. */
export function useKnownUser(): KnownUser {
  const myId = useCurrentUserId();
  const { update } = useSessionActions();
  const [isLate, setLate] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (myId !== null) return;
    const timer = setTimeout(() => setLate(true), SYNC_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [myId]);
  const ask = () => {
    setAsking(true);
    void update().finally(() => setAsking(false));
  };
  return { myId, isLate: myId === null && isLate, isAsking, ask };
}

import { useEffect, useEffectEvent } from 'react';
import type { ServerMessage, ServerMessageType } from '../contract.ts';
import { useLive } from './live-provider.tsx';

/** Calls the handler for each message of a type while the component is mounted. */
export function useLiveMessage<T extends ServerMessageType>(
  type: T,
  handler: (message: ServerMessage<T>) => void,
): void {
  const live = useLive();
  const onMessage = useEffectEvent(handler);
  useEffect(() => live.on(type, (message) => onMessage(message)), [live, type]);
}

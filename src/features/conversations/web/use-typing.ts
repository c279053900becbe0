import { useEffect, useRef } from 'react';
import { socketTimings } from '../rules.ts';
import { useLive } from '#features/live/web/lazy.ts';

/** Sends typing with the first keystroke, again while it goes on, and its end a second after the last one. */
export function useTyping(conversationId: string | null): { keystroke: () => void; ended: () => void } {
  const live = useLive();
  const idle = useRef<ReturnType<typeof setTimeout> | null>(null);
  const renewal = useRef<ReturnType<typeof setInterval>>(undefined);
  const sendTyping = (isTyping: boolean) => {
    if (conversationId !== null) live.send({ type: 'typing', conversationId, isTyping });
  };
  const ended = () => {
    if (idle.current === null) return;
    clearTimeout(idle.current);
    idle.current = null;
    clearInterval(renewal.current);
    sendTyping(false);
  };
  const keystroke = () => {
    if (idle.current === null) {
      sendTyping(true);
      renewal.current = setInterval(() => sendTyping(true), socketTimings.typingRenewalMs);
    } else clearTimeout(idle.current);
    idle.current = setTimeout(ended, socketTimings.typingIdleMs);
  };
  useEffect(
    () => () => {
      if (idle.current !== null) clearTimeout(idle.current);
      idle.current = null;
      clearInterval(renewal.current);
    },
    [conversationId],
  );
  return { keystroke, ended };
}

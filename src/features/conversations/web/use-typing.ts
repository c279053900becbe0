import { useEffect, useRef } from 'react';
import { socketTimings } from '../rules.ts';
import { useMessaging } from './use-messaging.ts';

/**
 * Sends typing with the first keystroke and again while it goes on, and its end a second after the last
 * keystroke or with the message.
 */
export function useTyping(conversationId: string | null): { keystroke: () => void; ended: () => void } {
  const messaging = useMessaging();
  const idle = useRef<ReturnType<typeof setTimeout> | null>(null);
  const renewal = useRef<ReturnType<typeof setInterval>>(undefined);
  const say = (isTyping: boolean) => {
    if (conversationId !== null) messaging.session?.setTyping(conversationId, isTyping);
  };
  const ended = () => {
    if (idle.current === null) return;
    clearTimeout(idle.current);
    idle.current = null;
    clearInterval(renewal.current);
    say(false);
  };
  const keystroke = () => {
    if (idle.current === null) {
      say(true);
      renewal.current = setInterval(() => say(true), socketTimings.typingRenewal);
    } else clearTimeout(idle.current);
    idle.current = setTimeout(ended, socketTimings.typingIdle);
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

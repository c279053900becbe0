import { useLayoutEffect, useState } from 'react';

const msUntil = (time: number | null): number => (time === null ? 0 : Math.max(0, time - Date.now()));

/** Whole seconds until a time in milliseconds, by the monotonic clock: throttled timers do not change it. */
export function useCountdown(until: number | null): number {
  const [left, setLeft] = useState(() => msUntil(until));
  useLayoutEffect(() => {
    const end = performance.now() + msUntil(until);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      const now = Math.max(0, end - performance.now());
      setLeft(now);
      if (now > 0) timer = setTimeout(update, now % 1000 || 1000);
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [until]);
  return Math.ceil(left / 1000);
}

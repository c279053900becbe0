import { useEffect, useState } from 'react';

/**
 * The whole seconds left of a period that starts now. Measured by the monotonic clock, which also runs while
 * the tab is hidden, not by counting timers: throttled timers do not change it.
 */
export function useCountdown(milliseconds: number): number {
  const [left, setLeft] = useState(milliseconds);
  useEffect(() => {
    const end = performance.now() + milliseconds;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = Math.max(0, end - performance.now());
      setLeft(now);
      if (now > 0) timer = setTimeout(look, now % 1000 || 1000);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [milliseconds]);
  return Math.ceil(left / 1000);
}

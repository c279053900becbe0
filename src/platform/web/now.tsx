import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react';

const NowContext = createContext<Date>(new Date(0));

/**
 * The time that labels are made from: what the server rendered with until the page is hydrated, so that both write the same,
 * then the browser's own, moving on twice a minute.
 */
export function NowProvider({ renderedAt, children }: { renderedAt: string; children: ReactNode }) {
  const [now, setNow] = useState(() => new Date(renderedAt));
  useEffect(() => {
    // Nothing waits for a label: what is still coming to life, and whoever taps, goes first.
    const tick = () => startTransition(() => setNow(new Date()));
    tick();
    const timer = setInterval(tick, 30_000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}

export const useNow = (): Date => useContext(NowContext);

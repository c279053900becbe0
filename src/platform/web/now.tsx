import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react';

const NowContext = createContext<Date>(new Date(0));

/** The time for labels: the server's render time until hydration, then the browser's, updated twice a minute. */
export function NowProvider({ renderedAt, children }: { renderedAt: string; children: ReactNode }) {
  const [now, setNow] = useState(() => new Date(renderedAt));
  useEffect(() => {
    // Labels are not urgent: hydration and taps go first.
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

import { useSyncExternalStore } from 'react';

const everySecond = (onTick: () => void) => {
  const timer = setInterval(onTick, 1_000);
  return () => clearInterval(timer);
};
const never = () => () => {};
const readSecond = () => Math.floor(Date.now() / 1_000);

/** '14:32' until a time of this device, in milliseconds; null once it is over. */
export function useCountdown(until: number | null): string | null {
  const second = useSyncExternalStore(until === null ? never : everySecond, readSecond, readSecond);
  const left = until === null ? 0 : Math.max(0, Math.floor(until / 1_000) - second);
  return left === 0 ? null : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

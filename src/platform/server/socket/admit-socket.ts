import { toQueueGroups } from '../http/ip-network.ts';
import type { ReconnectSchedule } from './reconnect-schedule.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { UnauthenticatedConnections } from './unauthenticated-connections.ts';

/** It takes this many networks to use up what may be unauthenticated at once, however large they are. */
const MIN_FILLING_NETWORKS = 4;

/** Broken connections count until they are found, which takes longer than to authenticate others. */
const FULL_PROCESS_DELAY_MS = 4_000;

type Admission = {
  limits: Pick<SocketLimits, 'maxUnauthenticated' | 'maxUnauthenticatedPerIp' | 'maxUnauthenticatedAtOnce'>;
  reconnects: ReconnectSchedule;
  unauthenticated: Pick<UnauthenticatedConnections<object>, 'size' | 'isFullFor'>;
  /** No further socket may be open, with those that are closing. */
  isProcessFull: boolean;
};

/** Null: the socket may open now. Otherwise the milliseconds after which its client should reconnect. */
export function findReconnectDelayMs(
  { limits, reconnects, unauthenticated, isProcessFull }: Admission,
  { now, ip, isReturning }: { now: number; ip: string; isReturning: boolean },
): number | null {
  const { size } = unauthenticated;
  const maxOfNetwork = limits.maxUnauthenticatedAtOnce / MIN_FILLING_NETWORKS;
  const isFull = unauthenticated.isFullFor(ip, limits.maxUnauthenticatedPerIp, maxOfNetwork);
  const hasRoom = !isFull && !isProcessFull && size < limits.maxUnauthenticated;
  if (hasRoom && reconnects.canOpen(now, size, isReturning)) return null;
  const delayMs = reconnects.nextDelayMs(now, toQueueGroups(ip)[0]!, { isFull });
  return isProcessFull ? delayMs + FULL_PROCESS_DELAY_MS : delayMs;
}

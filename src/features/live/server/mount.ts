import type { ServerContext } from '#platform/server/server-context.ts';
import type { SocketLimits } from '#platform/server/socket/socket-limits.ts';
import { unlimited } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { LiveServer, type LiveServerOptions } from './live-server.ts';

/** Where features register what they send and receive over the socket, and what it reports to them. */
export type Live = Pick<
  LiveServer,
  'register' | 'sendToUser' | 'isConnected' | 'connections' | 'clientMessageTypes' | 'close'
>;

export type LiveOptions = Pick<
  LiveServerOptions,
  'authenticateToken' | 'findExistingSignIns' | 'findStaff'
> & {
  leaveOtherUpgrades?: boolean;
  /** Open connections of this process. */
  maxSockets?: number;
  /** No limits (benchmarks). */
  unlimited?: boolean;
  socketLimits?: Partial<SocketLimits>;
};

/** Opens the socket at `/ws`. Features register with it before the server listens. */
export function mountLive(context: ServerContext, options: LiveOptions): Live {
  const {
    authenticateToken,
    findExistingSignIns,
    findStaff,
    leaveOtherUpgrades = false,
    maxSockets,
  } = options;
  const noLimit = { points: Number.MAX_SAFE_INTEGER, durationMs: 1 };
  const live = new LiveServer(context, {
    authenticateToken,
    findExistingSignIns,
    findStaff,
    leaveOtherUpgrades,
    limits: {
      ...(maxSockets !== undefined && { maxConnections: maxSockets }),
      ...(options.unlimited && {
        messageRate: noLimit,
        maxPerUser: 10_000,
        maxPerUserInCrowd: 10_000,
        maxUnauthenticatedPerIp: 10_000,
      }),
      ...options.socketLimits,
    },
    limiter: options.unlimited ? unlimited : context.limits,
  });
  context.metrics.gauge({ name: 'bookswap_open_sockets', help: 'Open connections of the socket.' }, () =>
    live.connections(),
  );
  return live;
}

import type { ConnectionLimits } from './connection.ts';

export type SocketLimits = ConnectionLimits & {
  /** A longer message closes with 1009. */
  maxMessageBytes: number;
  authenticationTimeoutMs: number;
  /** How long a token is accepted after its expiry. */
  tokenGraceMs: number;
  /** A connection that answers no ping until the next one is closed. */
  pingIntervalMs: number;
  /** Open connections of one user in this process, and while it is more than half full. */
  maxPerUser: number;
  maxPerUserInCrowd: number;
  /** Open connections of this process, and the unauthenticated ones among them. */
  maxConnections: number;
  maxUnauthenticated: number;
  /** Connections that are closed with a moment to reconnect, half of them of one network; others are refused. */
  maxTurnedAway: number;
  /** The number of unauthenticated connections above which a further one is told when to reconnect. */
  maxUnauthenticatedAtOnce: number;
  /** Of one IP address, and by share of larger IPv6 networks. Authenticated ones do not count: a campus can be one. */
  maxUnauthenticatedPerIp: number;
  /** How long a closing connection waits for the client's close frame. */
  closeTimeoutMs: number;
  sweepIntervalMs: number;
};

export const socketLimits: SocketLimits = {
  maxMessageBytes: 64 * 1024,
  authenticationTimeoutMs: 5_000,
  tokenGraceMs: 30_000,
  pingIntervalMs: 30_000,
  maxPerUser: 20,
  maxPerUserInCrowd: 5,
  maxConnections: 10_000,
  maxUnauthenticated: 1_000,
  maxTurnedAway: 2_000,
  maxUnauthenticatedAtOnce: 200,
  maxUnauthenticatedPerIp: 30,
  closeTimeoutMs: 5_000,
  sweepIntervalMs: 1_000,
  messageRate: { points: 100, durationMs: 5_000 },
  maxWaitingMessages: 16,
  maxBufferedBytes: 1024 * 1024,
};

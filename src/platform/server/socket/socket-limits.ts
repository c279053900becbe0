export const socketLimits = {
  /** A longer message closes with 1009. */
  maxMessageBytes: 64 * 1024,
  authenticationTimeoutMs: 5_000,
  /** How long a token is accepted after its expiry. */
  tokenGraceMs: 30_000,
  /** A connection that answers no ping until the next one is closed. */
  pingIntervalMs: 30_000,
  /** Open connections of one user in this process, and while it is more than half full. */
  maxPerUser: 20,
  maxPerUserInCrowd: 5,
  /** Open connections of this process, and the unauthenticated ones among them. */
  maxConnections: 10_000,
  maxUnauthenticated: 1_000,
  /** Connections that are closed with a moment to reconnect, half of them of one network; others are refused. */
  maxTurnedAway: 2_000,
  /** The number of unauthenticated connections above which a further one is told when to reconnect. */
  maxUnauthenticatedAtOnce: 200,
  /** Of one IP address, and by share of larger IPv6 networks. Authenticated ones do not count: a campus can be one. */
  maxUnauthenticatedPerIp: 30,
  /** How long a closing connection waits for the client's close frame. */
  closeTimeoutMs: 5_000,
  sweepIntervalMs: 1_000,
  messageRate: { points: 100, durationMs: 5_000 },
  /** Messages that wait for the running one; further ones stay in the network. */
  maxWaitingMessages: 16,
  /** May wait for a slow client before it is disconnected (it reconnects and catches up). */
  maxBufferedBytes: 1024 * 1024,
};

export type SocketLimits = typeof socketLimits;

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '#platform/shared/clock.ts';
import type { SocketShare } from '../budgets/socket-budget.ts';
import type { Logger } from '../http/create-http-server.ts';
import { releaseConnection } from '../http/limit-connections.ts';
import { findReconnectDelayMs } from './admit-socket.ts';
import { closeCode, SocketConnection } from './connection.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { ReconnectSchedule } from './reconnect-schedule.ts';
import { findRequestPath, isOwnOrigin, isReturning, refuseUpgrade, turnAway } from './upgrade-request.ts';

/** The pause between two closes while the server stops: all clients that reconnect at once are a storm. */
const MS_BETWEEN_CLOSES = 10;
const MAX_CLOSE_SPREAD_MS = 4_000;
const CLOSE_TIMEOUT_MS = 6_000;

type SocketOptions = {
  server: Server;
  path: string;
  publicUrl: () => string;
  /** The status that refuses an upgrade for the host that it names; null for a known one. */
  hostRefusalOf: (request: IncomingMessage) => 400 | 421 | null;
  /** The IP address of an upgrade, without trusted proxies. */
  ipOf: (request: IncomingMessage) => string;
  /** Whether to leave other upgrades to Vite (in development) instead of refusing them. */
  leaveOtherUpgrades: boolean;
  clock: Clock;
  log: Logger;
  limits: SocketLimits;
  /** The market's share of the sockets of the process. */
  share: SocketShare;
  /** One message; an error ends the connection. */
  handle: (connection: SocketConnection, text: string) => Promise<void>;
  onFlood: (connection: SocketConnection, text: string) => void;
  /** The session has ended: called before the connection is closed. */
  onExpired: (connection: SocketConnection) => void;
};

/** The transport half of a socket: limits on connections, rate and time. It knows no message. */
export class SocketServer {
  readonly #options: SocketOptions;
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<SocketConnection>();
  readonly #byUser = new Map<string, Set<SocketConnection>>();
  readonly #share: SocketShare;
  #sweeper: NodeJS.Timeout | null = null;
  #closing = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#share = options.share;
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: options.limits.maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
    options.server.on('upgrade', this.#upgrade);
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Who authenticates connections tells it how long that takes. */
  get reconnects(): ReconnectSchedule {
    return this.#share.reconnects;
  }

  userIds(): string[] {
    return [...this.#byUser.keys()];
  }

  /** The known sessions of the connections of these users. */
  sessionIds(users: readonly string[]): string[] {
    const connections = users.flatMap((user) => [...(this.#byUser.get(user) ?? [])]);
    return [...new Set(connections.flatMap(({ sessionId }) => sessionId ?? []))];
  }

  isConnected(user: string): boolean {
    return this.#byUser.has(user);
  }

  /** Assigns the connection to this user until `until`. False if the user has too many connections. */
  authenticate(
    connection: SocketConnection,
    user: string,
    { sessionId, until }: { sessionId: string | null; until: Date },
  ): boolean {
    if (connection.userId === null) {
      if (!this.#connections.has(connection)) return false;
      const of = this.#byUser.get(user) ?? new Set();
      if (of.size >= this.#maxPerUser()) return false;
      this.#byUser.set(user, of.add(connection));
      connection.userId = user;
      this.#share.unauthenticated.delete(connection);
    }
    connection.sessionId = sessionId;
    connection.deadline = until.getTime() + this.#options.limits.tokenGraceMs;
    return true;
  }

  /** The accounts that one network may create must not fill the process. */
  #maxPerUser(): number {
    const { maxConnections, maxPerUser, maxPerUserInCrowd } = this.#options.limits;
    return this.#share.isCrowded(maxConnections) ? Math.min(maxPerUser, maxPerUserInCrowd) : maxPerUser;
  }

  /** To the user's connections, those of `sessionIds` if given. */
  sendToUser(user: string, message: object, sessionIds: ReadonlySet<string> | null = null): void {
    const of = this.#byUser.get(user);
    if (of === undefined) return;
    const text = JSON.stringify(message);
    for (const connection of of)
      if (sessionIds === null || sessionIds.has(connection.sessionId ?? '')) connection.sendText(text);
  }

  broadcast(message: object): void {
    const text = JSON.stringify(message);
    for (const of of this.#byUser.values()) for (const connection of of) connection.sendText(text);
  }

  /** Closes the user's connections, those of `sessionIds` if given, each after sending `last`. */
  closeUser(
    user: string,
    { reason, last, sessionIds }: { reason: string; last: object; sessionIds?: ReadonlySet<string> },
  ): void {
    for (const connection of this.#byUser.get(user) ?? []) {
      if (sessionIds !== undefined && !sessionIds.has(connection.sessionId ?? '')) continue;
      connection.send(last);
      connection.close(closeCode.policy, reason);
    }
  }

  /** Closes all one after the other (1012: reconnect); resolves when they are gone, or after `timeoutMs`. */
  async close(timeoutMs = CLOSE_TIMEOUT_MS): Promise<void> {
    this.#closing = true;
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    const startedAt = performance.now();
    const waiting = [...this.#connections];
    const msForEach = Math.min(MS_BETWEEN_CLOSES, MAX_CLOSE_SPREAD_MS / waiting.length);
    let closed = 0;
    while (this.#connections.size > 0 && performance.now() - startedAt < timeoutMs) {
      const due = Math.floor((performance.now() - startedAt) / msForEach) + 1;
      for (; closed < Math.min(due, waiting.length); closed += 1)
        waiting[closed]!.closeWhenDone(closeCode.restart, 'The server restarts');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const connection of this.#connections) connection.terminate();
    // Stays until now, so that a late upgrade is refused instead of left without a response.
    this.#options.server.off('upgrade', this.#upgrade);
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { path, limits, leaveOtherUpgrades, publicUrl, hostRefusalOf, ipOf } = this.#options;
    if (findRequestPath(request) !== path) {
      if (!leaveOtherUpgrades) refuseUpgrade(socket, 404);
      return;
    }
    const hostRefusal = hostRefusalOf(request);
    if (hostRefusal !== null) return refuseUpgrade(socket, hostRefusal);
    if (!isOwnOrigin(request, publicUrl())) return refuseUpgrade(socket, 403);
    if (this.#closing) return refuseUpgrade(socket, 503);
    const ip = ipOf(request);
    const { reconnects, unauthenticated, turnedAway } = this.#share;
    const delayMs = findReconnectDelayMs(
      { limits, reconnects, unauthenticated, isProcessFull: this.#share.isFull(limits.maxConnections) },
      { now: this.#now(), ip, isReturning: isReturning(request) },
    );
    if (delayMs === null)
      return this.#sockets.handleUpgrade(request, socket, head, (accepted) =>
        this.#open(accepted, socket, ip),
      );
    const { maxTurnedAway } = limits;
    const maxOfNetwork = maxTurnedAway / 2;
    if (turnedAway.size >= maxTurnedAway || turnedAway.isFullFor(ip, maxOfNetwork, maxOfNetwork))
      return refuseUpgrade(socket, 503);
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
      turnedAway.add(accepted, ip);
      accepted.on('close', () => turnedAway.delete(accepted));
      turnAway(accepted, delayMs, limits.closeTimeoutMs);
    });
  };

  #open(socket: WebSocket, line: Duplex, ip: string): void {
    const { limits, handle, onFlood, clock, log } = this.#options;
    releaseConnection(line);
    const connection = new SocketConnection(socket, { line, ip }, limits, {
      onFlood,
      onClosing: (of) => this.#onClosing(of),
      now: () => clock.now().getTime(),
      handle: async (of, text) => {
        try {
          await handle(of, text);
        } catch (error) {
          log.error({ err: error }, 'a socket message failed');
          of.close(closeCode.tryAgainLater, 'Something went wrong on our end');
        }
      },
    });
    connection.deadline = connection.openedAt + limits.authenticationTimeoutMs;
    this.#connections.add(connection);
    this.#share.size = this.#connections.size;
    this.#share.unauthenticated.add(connection, ip);
    // The library closes the connection after an error (1009 for a message that is too large). Without a
    // listener it would end the process.
    socket.on('error', () => {});
    socket.on('close', () => this.#onClosed(connection));
    this.#sweeper ??= setInterval(() => this.#sweep(), limits.sweepIntervalMs).unref();
  }

  #onClosing(connection: SocketConnection): void {
    this.#share.unauthenticated.startClosing(connection);
    connection.deadline = this.#now() + this.#options.limits.closeTimeoutMs;
    connection.isClosing = true;
  }

  #onClosed(connection: SocketConnection): void {
    this.#connections.delete(connection);
    this.#share.size = this.#connections.size;
    this.#share.unauthenticated.delete(connection);
    if (connection.userId !== null) {
      const of = this.#byUser.get(connection.userId);
      of?.delete(connection);
      if (of?.size === 0) this.#byUser.delete(connection.userId);
    }
    if (this.#connections.size === 0 && this.#sweeper !== null) {
      clearInterval(this.#sweeper);
      this.#sweeper = null;
    }
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  /** Deadlines use the injected clock instead of timers. */
  #sweep(): void {
    const { clock, limits, onExpired } = this.#options;
    const now = clock.now().getTime();
    for (const connection of this.#connections) {
      // Closed by the client, which may leave the TCP connection open.
      if (!connection.isOpen && !connection.isClosing) this.#onClosing(connection);
      if (now >= connection.deadline) {
        if (connection.isClosing) connection.terminate();
        else if (connection.userId === null) {
          connection.cutOff(closeCode.policy, 'Authentication is missing');
        } else {
          onExpired(connection);
          connection.close(closeCode.policy, 'Authentication has ended');
        }
      } else if (!connection.isClosing && now - connection.pingedAt >= limits.pingIntervalMs) {
        if (connection.isAlive) connection.ping(now);
        else connection.terminate();
      }
    }
  }
}

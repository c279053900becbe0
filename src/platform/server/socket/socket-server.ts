import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '#platform/shared/clock.ts';
import type { Logger } from '../http/create-http-server.ts';
import { closeCode, SocketConnection, type ConnectionLimits } from './connection.ts';
import { toIpNetwork } from '../http/ip-network.ts';
import { UnauthenticatedConnections } from './unauthenticated-connections.ts';
import { isOwnOrigin, pathOf, refuseUpgrade } from './upgrade-request.ts';

export type SocketLimits = ConnectionLimits & {
  /** Bytes of one message; a longer one closes with 1009. */
  message: number;
  /** Milliseconds within which a connection must authenticate. */
  identify: number;
  /** Milliseconds for which a token is still accepted after its expiry. */
  grace: number;
  /** Milliseconds between two pings; a connection that answers none in between is closed. */
  ping: number;
  /** Open connections of one user in this process. */
  perPerson: number;
  /** Open connections of this process, and the maximum of unauthenticated ones among them. */
  total: number;
  unidentified: number;
  /**
   * Unauthenticated connections of one IP address. Authenticated ones do not count, so that a campus can
   * share one address.
   */
  unidentifiedPerAddress: number;
  /** Milliseconds for which a closing connection may wait for the client's close frame. */
  closing: number;
  /** Milliseconds between two checks of the deadlines. */
  sweep: number;
};

export const socketLimits: SocketLimits = {
  message: 64 * 1024,
  identify: 5_000,
  grace: 30_000,
  ping: 30_000,
  perPerson: 20,
  total: 10_000,
  unidentified: 1_000,
  unidentifiedPerAddress: 30,
  closing: 5_000,
  sweep: 1_000,
  messages: { points: 100, durationMs: 5_000 },
  waiting: 16,
  buffered: 1024 * 1024,
};

type SocketOptions = {
  server: Server;
  path: string;
  publicUrl: () => string;
  /** The status that refuses an upgrade for the host that it names; null for a known one. */
  hostRefusalOf: (request: IncomingMessage) => 400 | 421 | null;
  /** The IP address of an upgrade, without trusted proxies. */
  addressOf: (request: IncomingMessage) => string;
  /** In development other upgrades belong to Vite; otherwise they are refused. */
  leaveOtherUpgrades: boolean;
  clock: Clock;
  log: Logger;
  limits: SocketLimits;
  /** One message; an error ends the connection. */
  handle: (connection: SocketConnection, text: string) => Promise<void>;
  flooded: (connection: SocketConnection, text: string) => void;
  /** The session has ended: called before the connection is closed. */
  expired: (connection: SocketConnection) => void;
  /** The connection has closed; `userId` is still set. */
  closed: (connection: SocketConnection) => void;
};

/** The transport half of a socket: limits on connections, rate and time. It knows no message. */
export class SocketServer {
  readonly #options: SocketOptions;
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<SocketConnection>();
  readonly #people = new Map<string, Set<SocketConnection>>();
  readonly #unidentified = new UnauthenticatedConnections<SocketConnection>();
  #sweeper: NodeJS.Timeout | null = null;
  #closing = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: options.limits.message,
      perMessageDeflate: false,
      clientTracking: false,
    });
    options.server.on('upgrade', this.#upgrade);
  }

  get size(): number {
    return this.#connections.size;
  }

  /** The users connected to this process. */
  userIds(): string[] {
    return [...this.#people.keys()];
  }

  isConnected(user: string): boolean {
    return this.#people.has(user);
  }

  /** Assigns the connection to this user until `until`. False if the user has too many connections. */
  identify(connection: SocketConnection, user: string, until: Date): boolean {
    if (connection.userId === null) {
      if (!this.#connections.has(connection)) return false;
      const of = this.#people.get(user) ?? new Set();
      if (of.size >= this.#options.limits.perPerson) return false;
      this.#people.set(user, of.add(connection));
      connection.userId = user;
      this.#unidentified.delete(connection);
    }
    connection.deadline = until.getTime() + this.#options.limits.grace;
    return true;
  }

  sendToUser(user: string, message: object): void {
    const of = this.#people.get(user);
    if (of === undefined) return;
    const text = JSON.stringify(message);
    for (const connection of of) connection.sendText(text);
  }

  broadcast(message: object): void {
    const text = JSON.stringify(message);
    for (const of of this.#people.values()) for (const connection of of) connection.sendText(text);
  }

  /** Closes the user's connections, each after sending `last`. */
  closeUser(user: string, code: number, reason: string, last: object): void {
    for (const connection of this.#people.get(user) ?? []) {
      connection.send(last);
      connection.close(code, reason);
    }
  }

  /**
   * Closes all connections (1001) and resolves when they are gone, after `patience` milliseconds at the
   * latest.
   */
  async close(patience = 2_000): Promise<void> {
    this.#closing = true;
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    for (const connection of this.#connections)
      connection.close(closeCode.goingAway, 'The server is going away');
    const deadline = performance.now() + patience;
    while (this.#connections.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const connection of this.#connections) connection.terminate();
    // Stays until now, so that a late upgrade is refused instead of left without a response.
    this.#options.server.off('upgrade', this.#upgrade);
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { path, limits, leaveOtherUpgrades, publicUrl, hostRefusalOf, addressOf } = this.#options;
    if (pathOf(request) !== path) {
      if (!leaveOtherUpgrades) refuseUpgrade(socket, 404);
      return;
    }
    const hostRefusal = hostRefusalOf(request);
    if (hostRefusal !== null) return refuseUpgrade(socket, hostRefusal);
    if (!isOwnOrigin(request, publicUrl())) return refuseUpgrade(socket, 403);
    const isFull = this.#connections.size >= limits.total || this.#unidentified.size >= limits.unidentified;
    if (this.#closing || isFull) return refuseUpgrade(socket, 503);
    const sender = toIpNetwork(addressOf(request));
    if (this.#unidentified.of(sender) >= limits.unidentifiedPerAddress) return refuseUpgrade(socket, 429);
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => this.#open(accepted, socket, sender));
  };

  #open(socket: WebSocket, line: Duplex, sender: string): void {
    const { limits, handle, flooded, clock, log } = this.#options;
    const connection = new SocketConnection(socket, line, limits, {
      flooded,
      closing: (of) => this.#left(of),
      now: () => clock.now().getTime(),
      handle: async (of, text) => {
        try {
          await handle(of, text);
        } catch (error) {
          log.error({ err: error }, 'a socket message failed');
          of.close(closeCode.tryAgainLater, 'Something went wrong on our side');
        }
      },
    });
    connection.deadline = connection.openedAt + limits.identify;
    this.#connections.add(connection);
    this.#unidentified.add(connection, sender);
    // After an error the library closes the connection (1009 for a message that is too large). Without a
    // listener it would end the process.
    socket.on('error', () => {});
    socket.on('close', () => this.#gone(connection));
    this.#sweeper ??= setInterval(() => this.#sweep(), limits.sweep).unref();
  }

  /** The connection is closing: it no longer counts, except for the wait for the client's close frame. */
  #left(connection: SocketConnection): void {
    this.#unidentified.delete(connection);
    connection.deadline = this.#options.clock.now().getTime() + this.#options.limits.closing;
    connection.isClosing = true;
  }

  #gone(connection: SocketConnection): void {
    this.#connections.delete(connection);
    this.#unidentified.delete(connection);
    if (connection.userId !== null) {
      const of = this.#people.get(connection.userId);
      of?.delete(connection);
      if (of?.size === 0) this.#people.delete(connection.userId);
    }
    this.#options.closed(connection);
    if (this.#connections.size === 0 && this.#sweeper !== null) {
      clearInterval(this.#sweeper);
      this.#sweeper = null;
    }
  }

  /** Deadlines use the injected clock instead of timers. */
  #sweep(): void {
    const { clock, limits, expired } = this.#options;
    const now = clock.now().getTime();
    for (const connection of this.#connections) {
      // Closed by the client, which may leave the TCP connection open.
      if (!connection.isOpen && !connection.isClosing) this.#left(connection);
      if (now >= connection.deadline) {
        if (connection.isClosing) connection.terminate();
        else if (connection.userId === null) {
          connection.cutOff(closeCode.policy, 'Authentication is missing');
        } else {
          expired(connection);
          connection.close(closeCode.policy, 'Authentication has ended');
        }
      } else if (!connection.isClosing && now - connection.pingedAt >= limits.ping) {
        if (connection.answered) connection.ping(now);
        else connection.terminate();
      }
    }
  }
}

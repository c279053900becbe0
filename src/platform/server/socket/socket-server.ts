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
  /** Bytes of one message; more closes with 1009. */
  message: number;
  /** Milliseconds within which a connection must say who it is. */
  identify: number;
  /** Milliseconds for which a proof is still good after its end. */
  grace: number;
  /** Milliseconds between two pings; a connection that answers none in between is gone. */
  ping: number;
  /** Open connections of one person in this process. */
  perPerson: number;
  /** Open connections of this process, and of those the ones that have not said who they are. */
  total: number;
  unidentified: number;
  /** Of the unidentified, those of one address; whoever has said who they are does not count, so that a campus shares one. */
  unidentifiedPerAddress: number;
  /** Milliseconds for which a closed connection may wait for the other side to agree. */
  closing: number;
  /** Milliseconds between two looks at the deadlines. */
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
  messages: { burst: 100, perSecond: 20 },
  waiting: 16,
  buffered: 1024 * 1024,
};

export type SocketOptions = {
  server: Server;
  path: string;
  publicUrl: () => string;
  /** From where an upgrade comes, trusted proxies left aside. */
  addressOf: (request: IncomingMessage) => string;
  /** In development other upgrades are the page builder's; else they are refused. */
  leaveOtherUpgrades: boolean;
  clock: Clock;
  log: Logger;
  limits: SocketLimits;
  /** One message; whatever it throws ends the connection. */
  handle: (connection: SocketConnection, text: string) => Promise<void>;
  flooded: (connection: SocketConnection) => void;
  /** The proof has ended for good: said before the connection is closed. */
  expired: (connection: SocketConnection) => void;
  /** The connection is over; `userId` is still set. */
  closed: (connection: SocketConnection) => void;
};

/** The technical half of a socket: who may connect, how much, for how long. It knows no message. */
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

  /** The people connected to this process. */
  userIds(): string[] {
    return [...this.#people.keys()];
  }

  isConnected(user: string): boolean {
    return this.#people.has(user);
  }

  /** The connection belongs to this person until `until`. False when the person has too many already. */
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

  /** Ends the person's connections, each after `last`. */
  closeUser(user: string, code: number, reason: string, last: object): void {
    for (const connection of this.#people.get(user) ?? []) {
      connection.send(last);
      connection.close(code, reason);
    }
  }

  /** Says goodbye to everybody (1001) and resolves when all are gone, at the latest after `patience` milliseconds. */
  async close(patience = 2_000): Promise<void> {
    this.#closing = true;
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    for (const connection of this.#connections)
      connection.close(closeCode.goingAway, 'The server is going away');
    const deadline = performance.now() + patience;
    while (this.#connections.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const connection of this.#connections) connection.terminate();
    // Kept until now, so that whoever still knocks is refused rather than left without an answer.
    this.#options.server.off('upgrade', this.#upgrade);
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { path, limits, leaveOtherUpgrades, publicUrl, addressOf } = this.#options;
    if (pathOf(request) !== path) {
      if (!leaveOtherUpgrades) refuseUpgrade(socket, 404);
      return;
    }
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
    // The library closes by itself after an error (1009 for a message that is too large); unheard it would end the process.
    socket.on('error', () => {});
    socket.on('close', () => this.#gone(connection));
    this.#sweeper ??= setInterval(() => this.#sweep(), limits.sweep).unref();
  }

  /** It is closing: it is no longer waited for, only for a while for the other side to agree. */
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

  /** Deadlines are looked at by the clock that is handed in, not by timers of their own. */
  #sweep(): void {
    const { clock, limits, expired } = this.#options;
    const now = clock.now().getTime();
    for (const connection of this.#connections) {
      // Closed from the other side, which may leave the line open.
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

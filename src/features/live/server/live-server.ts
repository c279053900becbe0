import { busResumed } from '#platform/server/events/event-bus.ts';
import { createRefusalLog } from '#platform/server/refusal-log.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SocketConnection } from '#platform/server/socket/connection.ts';
import { createClientIpReader } from '#platform/server/socket/client-ip.ts';
import { type SocketLimits, socketLimits } from '#platform/server/socket/socket-limits.ts';
import { SocketServer } from '#platform/server/socket/socket-server.ts';
import type { RateLimits } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerMessage } from '../contract.ts';
import { createConnectionAuthenticator, type SocketTokenVerifier } from './authenticate-connection.ts';
import {
  authenticationError,
  messageReference,
  renewAuthentication,
  toErrorMessage,
  toProblem,
  withdrawAuthentication,
} from './error-messages.ts';
import { everyUser, type LiveFrame, type LiveRegistration } from './live-registration.ts';
import { MessageTypes, type ParsedMessage } from './message-types.ts';
import { createStaffSender, type FindStaff } from './send-to-staff.ts';
import { createResync, type FindExistingSignIns } from './resync-after-event-gap.ts';

export type LiveServerOptions = {
  authenticateToken: SocketTokenVerifier;
  findExistingSignIns: FindExistingSignIns;
  findStaff: FindStaff;
  /** Whether to leave other upgrades to Vite (in development). */
  leaveOtherUpgrades: boolean;
  limits: Partial<SocketLimits>;
  limiter: RateLimits;
};

type Context = Pick<
  ServerContext,
  'http' | 'endpoints' | 'events' | 'clock' | 'log' | 'publicUrl' | 'services'
>;

/** Translates between the messages of `/ws` and what features have registered for them. Decides nothing. */
export class LiveServer {
  readonly #context: Context;
  readonly #server: SocketServer;
  readonly #types = new MessageTypes();
  readonly #authenticator: ReturnType<typeof createConnectionAuthenticator>;
  readonly #subscriptions: (() => void)[] = [];
  readonly #sendToStaff: ReturnType<typeof createStaffSender>;
  readonly #refusals: ReturnType<typeof createRefusalLog<{ type: string }>>;

  constructor(context: Context, options: LiveServerOptions) {
    this.#context = context;
    const { clock, events, log } = context;
    this.#server = new SocketServer({
      server: context.http.server,
      path: '/ws',
      publicUrl: () => context.publicUrl,
      hostRefusalOf: (request) => {
        const refusal = context.http.checkHost(request);
        return refusal === null ? null : refusal === 'unknown-host' ? 421 : 400;
      },
      ipOf: createClientIpReader(context.http, '/ws'),
      leaveOtherUpgrades: options.leaveOtherUpgrades,
      clock,
      log,
      limits: { ...socketLimits, ...options.limits },
      share: context.services.sockets,
      handle: (connection, text) => this.#receive(connection, text),
      onFlood: (connection, text) =>
        send(connection, {
          ...toErrorMessage(commonProblem('too-many-requests')),
          ...messageReference(parseJson(text)),
        }),
      onExpired: (connection) => send(connection, authenticationError('Authentication has expired')),
    });
    this.#authenticator = createConnectionAuthenticator({
      server: this.#server,
      queue: context.services.socketVerifications,
      clock,
      authenticateToken: options.authenticateToken,
      limiter: options.limiter,
    });
    this.#refusals = createRefusalLog((refusal, messages) =>
      log.warn({ ...refusal, messages }, 'message refused temporarily'),
    );
    this.#sendToStaff = createStaffSender({
      log,
      isAnyone: () => this.#server.size > 0,
      findStaff: options.findStaff,
      send: ({ userId, sessionIds }, message) => this.#server.sendToUser(userId, message, sessionIds),
    });
    const resync = createResync({
      log,
      connectedUsers: () => this.#server.userIds(),
      sessionsOf: (userIds) => this.#server.sessionIds(userIds),
      findExistingSignIns: options.findExistingSignIns,
      onExisting: (userId) => this.#deliver({ to: userId, message: { type: 'missed' } }),
      onSessionsEnded: (userId, sessionIds) => this.#deliver({ ...renewAuthentication(userId), sessionIds }),
      onDeleted: (userId) => this.#deliver(withdrawAuthentication(userId)),
    });
    this.#subscriptions.push(
      this.#refusals.stop,
      resync.stop,
      events.subscribe(busResumed, () => resync.begin()),
    );
    events.recovery?.begin({
      isAnyone: () => this.#server.size > 0,
      includes: (userId) => this.#server.isConnected(userId),
    });
  }

  /** Adds the messages and topics of a feature, before the server listens. */
  register({ messages = {}, topics = [] }: LiveRegistration): void {
    this.#types.add(messages);
    for (const follow of topics) {
      this.#subscriptions.push(follow(this.#context.events, (frame) => this.#deliver(frame)));
    }
  }

  /** Open connections of this process. */
  connections(): number {
    return this.#server.size;
  }

  /** Whether the user has a connection to this process. */
  isConnected(userId: string): boolean {
    return this.#server.isConnected(userId);
  }

  sendToUser(userId: string, message: ServerMessage): void {
    this.#server.sendToUser(userId, message);
  }

  /** All that a browser may send: `auth`, and what is registered. */
  clientMessageTypes(): string[] {
    return ['auth', ...this.#types.names()];
  }

  /** Closes all connections, over some seconds if there are many, and accepts no new ones. */
  async close(): Promise<void> {
    await this.#server.close();
    for (const end of this.#subscriptions.splice(0)) end();
  }

  #deliver({ to, message, closeReason, sessionIds }: LiveFrame): void {
    if (to === everyUser) this.#server.broadcast(message);
    else if (typeof to === 'object') this.#sendToStaff(to.role, message);
    else if (closeReason === undefined) this.#server.sendToUser(to, message);
    else {
      this.#authenticator.onUserClosed(to);
      this.#server.closeUser(to, {
        reason: closeReason,
        last: message,
        ...(sessionIds !== undefined && { sessionIds }),
      });
    }
  }

  async #receive(connection: SocketConnection, text: string): Promise<void> {
    const body = parseJson(text);
    const message = this.#types.parse(body);
    if (message === null) {
      const code = 'invalid-request';
      const detail = 'This message is malformed or has an unknown type.';
      return send(connection, { type: 'error', message: detail, code, ...messageReference(body) });
    }
    try {
      await this.#handle(connection, message);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'internal-error')
        this.#context.log.error({ err: error, type: message.type }, 'a message failed');
      else if (problem.status === 503) this.#refusals.add(problem, { type: message.type });
      send(connection, { ...toErrorMessage(problem), ...messageReference(message.body) });
    }
  }

  async #handle(connection: SocketConnection, message: ParsedMessage): Promise<void> {
    if (message.type === 'auth') return this.#authenticator.authenticate(connection, message.body.token);
    if (connection.userId === null) {
      const error = authenticationError('Authentication required', 'sign-in-required');
      return send(connection, { ...error, ...messageReference(message.body) });
    }
    const actor = { id: connection.userId };
    await message.limit?.(actor.id);
    const handle = async () => message.handle(connection, actor);
    await (message.waitsForClient ? handle() : this.#context.endpoints.inTurn(actor, connection, handle));
  }
}

/** Undefined for text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(connection: SocketConnection, message: ServerMessage): void {
  connection.send(message);
}

import { blockChanged } from '#features/blocks/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { isUnavailable } from '#platform/server/http/create-http-server.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { closeCode, type SocketConnection } from '#platform/server/socket/connection.ts';
import { createClientIpReader } from '#platform/server/socket/client-ip.ts';
import { type SocketLimits, socketLimits, SocketServer } from '#platform/server/socket/socket-server.ts';
import { TokenBucket } from '#platform/server/socket/token-bucket.ts';
import { commonProblem, HttpProblem } from '#platform/shared/problem.ts';
import { type ClientMessage, clientMessage, type ServerMessage } from '#features/conversations/contract.ts';
import { unauthenticatedAuthRateLimit, socketTimings } from '#features/conversations/rules.ts';
import { conversationTyping } from '../conversation-events.ts';
import { getOtherParticipant } from '../get-other-participant.ts';
import { createResumer } from './resume-conversation.ts';
import type { ConversationRateLimits } from '../routes.ts';
import { type MessageHook, sendMessage } from '../send-message.ts';
import { forwardEvents } from './socket-events.ts';

/** Whose token it is, and until when; null for one that is not valid. Throws a Problem when that cannot be found out now. */
export type SocketTokenVerifier = (token: string) => Promise<{ actor: Actor; expiresAt: Date } | null>;

/** Somebody looks at a page of the product and has seen there that messages came, up to this one. */
export type OnMessagesSeen = (
  userId: string,
  noticed: { conversationId: string; upToSeq: number },
) => Promise<void>;

export type SocketHandlerOptions = {
  authenticateToken: SocketTokenVerifier;
  allowances: ConversationRateLimits;
  along: MessageHook | undefined;
  onNoticed: OnMessagesSeen | undefined;
  leaveOtherUpgrades: boolean;
  limits?: Partial<SocketLimits> | undefined;
  bookPace?: number | undefined;
};

/**
 * Whom somebody types to (nobody, where one has blocked the other) and what was said of it last, remembered per connection until
 * somebody blocks or unblocks somebody: a keystroke is not worth a query.
 */
type Typing = { receiverId: string | null; said: boolean; at: number; lookedUp: number };
const typingPartners = new WeakMap<SocketConnection, Map<string, Typing>>();
const MAX_TYPING_PARTNERS = 50;

/** What connections of nobody may still try. */
const firstProofs = new WeakMap<SocketConnection, TokenBucket>();

/** Translates between the socket's vocabulary and the actions. Decides nothing. */
export class SocketHandler {
  readonly #context: ServerContext;
  readonly #options: SocketHandlerOptions;
  readonly #server: SocketServer;
  readonly #stopForwarding: () => void;
  readonly #resume: ReturnType<typeof createResumer>;
  #blockChanges = 0;

  constructor(context: ServerContext, options: SocketHandlerOptions) {
    this.#context = context;
    this.#options = options;
    this.#server = new SocketServer({
      server: context.http.server,
      path: '/ws',
      publicUrl: () => context.publicUrl,
      addressOf: createClientIpReader(context.http, '/ws'),
      leaveOtherUpgrades: options.leaveOtherUpgrades,
      clock: context.clock,
      log: context.log,
      limits: { ...socketLimits, ...options.limits },
      handle: (connection, text) => this.#receive(connection, text),
      flooded: (connection) => answer(connection, errorOf(commonProblem('too-many-requests'))),
      expired: (connection) =>
        answer(connection, authenticationError('Authentication has expired', 'token-invalid')),
      closed: () => {},
    });
    this.#resume = createResumer(context, options.allowances.resumes);
    const stopForwarding = forwardEvents(context, this.#server, options.bookPace);
    const forgetPartners = () => void (this.#blockChanges += 1);
    const subscriptions = [
      context.events.subscribe(blockChanged, forgetPartners),
      context.events.subscribe(busResumed, forgetPartners),
    ];
    this.#stopForwarding = () => {
      stopForwarding();
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }

  /** Open connections of this process. */
  get size(): number {
    return this.#server.size;
  }

  async close(): Promise<void> {
    this.#stopForwarding();
    await this.#server.close();
  }

  async #receive(connection: SocketConnection, text: string): Promise<void> {
    const message = parseMessage(text);
    if (message === null) {
      const code = 'invalid-request';
      return answer(connection, {
        type: 'error',
        message: 'This message is malformed or of an unknown type.',
        code,
      });
    }
    try {
      await this.#carryOut(connection, message);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'internal-error')
        this.#context.log.error({ err: error, type: message.type }, 'a message failed');
      else if (problem.status === 503)
        this.#context.log.warn({ code: problem.code, type: message.type }, 'a message was refused for now');
      answer(connection, { ...errorOf(problem), ...about(message) });
    }
  }

  async #carryOut(connection: SocketConnection, message: ClientMessage): Promise<void> {
    if (message.type === 'auth') return this.#authenticate(connection, message.token);
    if (connection.userId === null) {
      return answer(connection, {
        ...authenticationError('Authentication required', 'sign-in-required'),
        ...about(message),
      });
    }
    const actor = { id: connection.userId };
    switch (message.type) {
      case 'send_message':
        return this.#send(connection, actor, message);
      case 'typing':
        return this.#type(connection, actor, message);
      case 'resume':
        return this.#resume(connection, actor, message);
      case 'noticed':
        return this.#options.onNoticed?.(actor.id, message);
    }
  }

  async #authenticate(connection: SocketConnection, token: string): Promise<void> {
    if (!this.#mayProve(connection)) throw commonProblem('too-many-requests');
    const proof = await this.#options.authenticateToken(token);
    if (proof === null || proof.expiresAt <= this.#context.clock.now()) {
      return answer(connection, authenticationError('Authentication failed', 'token-invalid'));
    }
    if (connection.userId !== null && connection.userId !== proof.actor.id) {
      answer(connection, authenticationError('Authentication is of another person', 'token-invalid'));
      return connection.close(closeCode.policy, 'Another person');
    }
    if (!this.#server.identify(connection, proof.actor.id, proof.expiresAt)) {
      answer(connection, { type: 'error', message: 'Too many open connections.', code: 'too-many-requests' });
      return connection.close(closeCode.policy, 'Too many connections');
    }
    answer(connection, { type: 'auth_success' });
  }

  /** To look into a proof takes time, good or not. */
  #mayProve(connection: SocketConnection): boolean {
    const now = this.#context.clock.now().getTime();
    if (connection.userId !== null) return this.#options.allowances.proofs.take(connection.userId, now) === 0;
    const bucket = firstProofs.get(connection) ?? new TokenBucket(unauthenticatedAuthRateLimit, now);
    firstProofs.set(connection, bucket);
    return bucket.take(now);
  }

  async #send(
    connection: SocketConnection,
    actor: Pick<Actor, 'id'>,
    sending: Extract<ClientMessage, { type: 'send_message' }>,
  ): Promise<void> {
    const wait = this.#options.allowances.messages.take(actor.id, this.#context.clock.now().getTime());
    if (wait > 0) throw commonProblem('too-many-requests', { retryAfter: wait });
    const { message, isNew } = await sendMessage(this.#context, actor, sending, this.#options.along);
    // A new one reaches all sockets of both people as an event; only who repeats is waiting for the answer.
    if (!isNew) answer(connection, { type: 'new_message', message });
  }

  async #type(
    connection: SocketConnection,
    actor: Pick<Actor, 'id'>,
    { conversationId, isTyping }: Extract<ClientMessage, { type: 'typing' }>,
  ): Promise<void> {
    let partners = typingPartners.get(connection);
    if (partners === undefined) typingPartners.set(connection, (partners = new Map()));
    const now = this.#context.clock.now().getTime();
    const last = partners.get(conversationId);
    // The same again says something new only where the sign has nearly gone out.
    if (last !== undefined && last.said === isTyping && now - last.at < socketTimings.typingRepeat) return;
    const lookedUp = this.#blockChanges;
    const receiverId =
      last?.lookedUp === lookedUp ? last.receiverId : await this.#typesTo(actor, conversationId);
    if (this.#options.allowances.typing.take(`${actor.id} ${conversationId}`, now) > 0) return;
    if (partners.size >= MAX_TYPING_PARTNERS) partners.clear();
    partners.set(conversationId, { receiverId, said: isTyping, at: now, lookedUp });
    if (receiverId === null) return;
    const typing = { conversationId, senderId: actor.id, receiverId, isTyping };
    this.#context.events.publish(conversationTyping, typing);
  }

  async #typesTo(actor: Pick<Actor, 'id'>, conversationId: string): Promise<string | null> {
    const { otherId, isSilent } = await getOtherParticipant(this.#context.database, actor, conversationId);
    return isSilent ? null : otherId;
  }
}

function answer(connection: SocketConnection, message: ServerMessage): void {
  connection.send(message);
}

/** The client takes an error that speaks of 'Authentication' as the end of its proof, and renews it. */
function authenticationError(message: string, code: 'token-invalid' | 'sign-in-required') {
  return { type: 'error', message, code } as const;
}

function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  return commonProblem(isUnavailable(error) ? 'service-unavailable' : 'internal-error', { cause: error });
}

function errorOf({ message, code }: HttpProblem): Extract<ServerMessage, { type: 'error' }> {
  return { type: 'error', message, code };
}

function about(message: ClientMessage): { conversationId?: string; clientMessageId?: string } {
  if (message.type === 'auth') return {};
  const clientMessageId = message.type === 'send_message' ? message.clientMessageId : undefined;
  return {
    conversationId: message.conversationId,
    ...(clientMessageId !== undefined && { clientMessageId }),
  };
}

function parseMessage(text: string): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

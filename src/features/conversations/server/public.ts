import type { ServerContext } from '#platform/server/server-context.ts';
import type { SocketLimits } from '#platform/server/socket/socket-server.ts';
import { KeyedTokenBuckets } from '#platform/server/socket/token-bucket.ts';
import {
  messageRateLimit,
  openConversationRateLimit,
  authRateLimit,
  resumeAllowance,
  typingAllowance,
} from '../rules.ts';
import { mountRoutes } from './routes.ts';
import type { MessageHook } from './send-message.ts';
import { type SocketTokenVerifier, type OnMessagesSeen, SocketHandler } from './socket/socket-handler.ts';

export {
  countConversationsOfBook,
  countConversationsOfUser,
  countMessagesBetween,
} from './conversation-counts.ts';
export type { MessageHook } from './send-message.ts';
export { conversationPersonalData } from './personal-data.ts';
export { seedConversation } from './seed-conversation.ts';

export type ConversationsOptions = {
  authenticateToken: SocketTokenVerifier;
  /** What else is written with every message. */
  alongMessage?: MessageHook;
  onNoticed?: OnMessagesSeen;
  /** While developing, upgrades of other paths are the page builder's. */
  leaveOtherUpgrades?: boolean;
  /** No limits on how much one person writes (benchmarks). */
  unlimited?: boolean;
  socketLimits?: Partial<SocketLimits>;
  /** Milliseconds, other than the product's own (tests). */
  bookPace?: number;
};

export type Conversations = {
  /** Open sockets of this process. */
  connections(): number;
  /** Says goodbye to all sockets and lets no new ones in. Before the HTTP server is closed. */
  close(): Promise<void>;
};

/** Conversations by their two doors: the routes and the socket at `/ws`. */
export async function mountConversations(
  context: ServerContext,
  options: ConversationsOptions,
): Promise<Conversations> {
  const endless = { burst: Number.MAX_SAFE_INTEGER, perSecond: Number.MAX_SAFE_INTEGER };
  const allowances = {
    isLimited: !options.unlimited,
    messages: new KeyedTokenBuckets(options.unlimited ? endless : messageRateLimit),
    openings: new KeyedTokenBuckets(options.unlimited ? endless : openConversationRateLimit),
    resumes: new KeyedTokenBuckets(options.unlimited ? endless : resumeAllowance),
    typing: new KeyedTokenBuckets(options.unlimited ? endless : typingAllowance),
    proofs: new KeyedTokenBuckets(options.unlimited ? endless : authRateLimit),
  };
  mountRoutes(context, allowances, options.alongMessage);
  const door = new SocketHandler(context, {
    authenticateToken: options.authenticateToken,
    allowances,
    along: options.alongMessage,
    onNoticed: options.onNoticed,
    leaveOtherUpgrades: options.leaveOtherUpgrades ?? false,
    limits: {
      ...(options.unlimited && { messages: endless, perPerson: 10_000, unidentifiedPerAddress: 10_000 }),
      ...options.socketLimits,
    },
    bookPace: options.bookPace,
  });
  return { connections: () => door.size, close: () => door.close() };
}

/** For joins and foreign keys; written by this feature alone. */
export { conversations, messages } from './table.ts';

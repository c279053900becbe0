import type { TaskQueue } from '#platform/server/budgets/market-queue.ts';
import { QueueFullError } from '#platform/server/concurrency/bounded-queue.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { closeCode, type SocketConnection } from '#platform/server/socket/connection.ts';
import type { SocketServer } from '#platform/server/socket/socket-server.ts';
import type { RateLimits } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { TokenBucket } from '#platform/server/rate-limits/token-bucket.ts';
import type { ServerMessage } from '../contract.ts';
import { authRateLimit, unauthenticatedAuthRateLimit } from '../rules.ts';
import { authenticationError } from './error-messages.ts';

/** Null for an invalid token; `sessionId` is null if it is not known here. Throws while none can be verified. */
export type SocketTokenVerifier = (
  token: string,
) => Promise<{ actor: Actor; sessionId: string | null; expiresAt: Date } | null>;

type Options = {
  server: Pick<SocketServer, 'authenticate' | 'reconnects'>;
  queue: TaskQueue;
  clock: Clock;
  authenticateToken: SocketTokenVerifier;
  limiter: RateLimits;
};

function takeTurns({ server: { reconnects }, queue, clock }: Pick<Options, 'server' | 'queue' | 'clock'>) {
  return async (connection: SocketConnection, verify: () => Promise<void>): Promise<void> => {
    const timeMs = () => clock.now().getTime();
    const report = () =>
      reconnects.onEnded(timeMs(), { succeeded: connection.userId !== null, waiting: queue.waiting });
    const verified = queue.run(() => verify().finally(report));
    if (queue.waiting > 0) reconnects.onWaiting(timeMs());
    await verified.catch((error: unknown) => {
      throw error instanceof QueueFullError ? commonProblem('service-unavailable') : error;
    });
  };
}

/**
 * Handles `auth`: the connection belongs to the user of the token until the token ends. A later `auth` on the
 * same connection renews that, and must be of the same user. Throws 'too-many-requests' and
 * 'service-unavailable'.
 */
export function createConnectionAuthenticator({ server, queue, clock, authenticateToken, limiter }: Options) {
  const unauthenticatedLimits = new WeakMap<SocketConnection, TokenBucket>();

  /** Limits attempts: verifying a token takes time, whether it is valid or not. */
  const isAllowed = async (connection: SocketConnection): Promise<boolean> => {
    if (connection.userId !== null) return limiter.tryConsume(authRateLimit, connection.userId);
    const now = clock.now().getTime();
    const bucket =
      unauthenticatedLimits.get(connection) ?? new TokenBucket(unauthenticatedAuthRateLimit, now);
    unauthenticatedLimits.set(connection, bucket);
    return bucket.take(now);
  };

  const inTurn = takeTurns({ server, queue, clock });

  /** For each running authentication, the users whose connections were closed in the meantime. */
  const underway = new Set<Set<string>>();

  const verifyAndAssign = async (
    connection: SocketConnection,
    token: string,
    closed: Set<string>,
  ): Promise<void> => {
    const send = (message: ServerMessage) => connection.send(message);
    const verified = await authenticateToken(token);
    if (verified === null || verified.expiresAt <= clock.now())
      return send(authenticationError('Authentication failed'));
    const { actor, sessionId, expiresAt } = verified;
    // The session may have ended after the token was verified, and before the connection was the user's.
    if (closed.delete(actor.id)) return verifyAndAssign(connection, token, closed);
    if (connection.userId !== null && connection.userId !== actor.id) {
      send(authenticationError('Authentication is for another user'));
      return connection.close(closeCode.policy, 'Another user');
    }
    if (!server.authenticate(connection, actor.id, { sessionId, until: expiresAt })) {
      send({ type: 'error', message: 'Too many open connections.', code: 'too-many-requests' });
      return connection.close(closeCode.policy, 'Too many connections');
    }
    send({ type: 'auth_success' });
  };

  const verifyInTurn = async (connection: SocketConnection, token: string): Promise<void> => {
    // It waited too long, or the user left.
    if (!connection.isOpen) return;
    const closed = new Set<string>();
    underway.add(closed);
    await verifyAndAssign(connection, token, closed).finally(() => underway.delete(closed));
  };

  return {
    async authenticate(connection: SocketConnection, token: string): Promise<void> {
      if (!(await isAllowed(connection))) throw commonProblem('too-many-requests');
      await inTurn(connection, () => verifyInTurn(connection, token));
    },
    /** Sessions of this user have ended: what is being verified for them is verified again. */
    onUserClosed(userId: string): void {
      for (const closed of underway) closed.add(userId);
    },
  };
}

import { isUnavailable } from '#platform/server/is-unavailable.ts';
import { commonProblem, HttpProblem } from '#platform/shared/problem.ts';
import type { ServerMessage } from '../contract.ts';
import type { LiveFrame } from './live-registration.ts';

const MAX_REFERENCE_LENGTH = 100;

/**
 * The specification lets a client find these errors by 'Authentication' in their text. Our browser reads the
 * code, and renews its token before it reconnects.
 */
export const authenticationError = (
  message: `Authentication ${string}`,
  code: 'invalid-token' | 'sign-in-required' = 'invalid-token',
): ServerMessage<'error'> => ({ type: 'error', message, code });

/** Ends the connections of a user whose tokens are invalid. A browser with a newer token comes back. */
export const renewAuthentication = (userId: string): LiveFrame => ({
  to: userId,
  message: authenticationError('Authentication must be renewed'),
  closeReason: 'Some sessions ended',
});

/** Ends the connections of a deleted user. */
export const withdrawAuthentication = (userId: string): LiveFrame => ({
  to: userId,
  message: authenticationError('Authentication was revoked'),
  closeReason: 'This account was deleted',
});

export function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  return commonProblem(isUnavailable(error) ? 'service-unavailable' : 'internal-error', { cause: error });
}

export const toErrorMessage = ({ message, code }: HttpProblem): ServerMessage<'error'> => ({
  type: 'error',
  message,
  code,
});

/** The ids in a client message, which its error repeats. Those of a malformed message, too. */
export function messageReference(
  body: unknown,
): Pick<ServerMessage<'error'>, 'conversationId' | 'clientMessageId'> {
  const { conversationId, clientMessageId } = (body ?? {}) as Record<string, unknown>;
  return {
    ...(isId(conversationId) && { conversationId }),
    ...(isId(clientMessageId) && { clientMessageId }),
  };
}

/** Bounds the error, not the form of the id: a client finds its malformed message by what it sent. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_REFERENCE_LENGTH;

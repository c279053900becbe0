import type { APIError } from 'better-auth/api';
import {
  databaseErrorCode,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
} from '#platform/server/database/database.ts';
import { accountProblem } from '../../../contract.ts';
import { type BetterAuthResponse, callBetterAuth, toAuthProblem } from '../better-auth/call-better-auth.ts';

/** Each fault of a credential is the same problem to the user; errors of the server stay what they are. */
export async function callPasskeyAuth<R extends BetterAuthResponse>(call: () => Promise<R>): Promise<R> {
  try {
    return await callBetterAuth(call, toPasskeyProblem);
  } catch (error) {
    const code = databaseErrorCode(error);
    throw code === UNIQUE_VIOLATION || code === FOREIGN_KEY_VIOLATION ? notAccepted(error) : error;
  }
}

const notAccepted = (cause: unknown) => accountProblem('passkey-not-accepted', { cause });

/** Better Auth returns a wrong signature, origin or challenge of a new passkey as an error of the server. */
const isCredentialError = ({ statusCode, body }: APIError) =>
  statusCode < 500 || body?.code === 'FAILED_TO_VERIFY_REGISTRATION';

const toPasskeyProblem = (error: APIError): Error =>
  isCredentialError(error) ? notAccepted(error) : toAuthProblem(error);

import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth/minimal';
import { APIError } from 'better-auth/api';
import { type BetterAuthContext, createCommonOptions } from '../better-auth/create-better-auth.ts';
import { throwDatabaseErrors } from '../better-auth/throw-database-errors.ts';
import { toPasskeyHost, toPasskeyOrigin } from './passkey-host.ts';

/** A passkey replaces the password: the device has to check its user, by finger, face or PIN. */
function throwIfUserNotVerified(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { message: 'The user was not verified' });
}

type Registration = {
  /** The challenge must carry it: see `readRegistrationState`. */
  fingerprint: string;
};

/**
 * Better Auth with its plugin for passkeys, whose large libraries are loaded when the first passkey is used. Only
 * an instance for one `registration` adds a passkey.
 */
export function createPasskeyAuth(context: BetterAuthContext, registration?: Registration) {
  const common = createCommonOptions(context);
  const auth = betterAuth({
    ...common,
    // Routes ask for a proof of their own, which is more than the age of the session.
    session: { ...common.session, freshAge: 0 },
    plugins: [
      passkey({
        rpID: toPasskeyHost(context.publicUrl) ?? 'localhost',
        rpName: 'BookSwap',
        origin: toPasskeyOrigin(context.publicUrl),
        advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: async ({ verification, context: fingerprint }) => {
            throwIfUserNotVerified(verification.registrationInfo?.userVerified);
            if (registration === undefined || fingerprint !== registration.fingerprint)
              throw new APIError('UNAUTHORIZED', { message: 'The credentials have changed' });
          },
        },
        authentication: {
          afterVerification: async ({ verification }) =>
            throwIfUserNotVerified(verification.authenticationInfo.userVerified),
        },
      }),
    ],
  });
  // The plugin reports an error of the database as a credential that is not accepted.
  return { api: throwDatabaseErrors(auth.api, () => true) };
}

export type PasskeyAuth = ReturnType<typeof createPasskeyAuth>;

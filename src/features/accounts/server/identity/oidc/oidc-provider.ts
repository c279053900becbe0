import { AsyncLocalStorage } from 'node:async_hooks';
import type { OAuthProvider } from '@better-auth/core/oauth2';
import { eq } from 'drizzle-orm';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import type { ServerContext } from '#platform/server/server-context.ts';
import { isEmailBanned } from '../../bans/ban-email.ts';
import { standardClaims } from '../../tokens/read-claims.ts';
import type { DeleteUserData } from '../../personal-data/delete-user-data.ts';
import type { FindUniversity } from '../../universities/find-university.ts';
import type { AttachProfileImage } from '../../users/attach-profile-image.ts';
import type { KnownDevices } from '../rate-limits/known-devices.ts';
import { identityUsers } from '../../table.ts';
import { confirmStudentEmail } from '../../universities/student-badge.ts';
import { claimUnverifiedAccount, OIDC_PROVIDER_ID } from './claim-unverified-account.ts';
import { createOidcDiscovery } from './discover-oidc-provider.ts';
import {
  type CodeExchange,
  createOidcConfiguration,
  exchangeOidcCode,
  type OidcClientOptions,
} from './exchange-oidc-code.ts';
import { OidcError } from './oidc-error.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'events' | 'secrets'> & {
  findUniversity: FindUniversity;
  deleteUserData: DeleteUserData;
  attachProfileImage: AttachProfileImage;
  devices: KnownDevices;
};

/** The `Cookie` header of the running callback, which Better Auth does not hand on. */
export const callbackCookies = new AsyncLocalStorage<string | undefined>();

/**
 * The university's OpenID provider in the form that Better Auth expects: code flow with PKCE. Better Auth creates,
 * stores and compares `state`, `nonce` and verifier; openid-client talks to the provider.
 */
export function createOidcProvider(options: OidcClientOptions, context: Context): OAuthProvider {
  const { clock } = context;
  const discover = createOidcDiscovery(options, clock);

  return {
    id: OIDC_PROVIDER_ID,
    name: 'OpenID Connect',
    accountSubject: ({ profile }) => (profile as { sub: string }).sub,
    requiresIdTokenNonce: true,

    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { server } = await discover();
      return buildAuthorizationUrl(createOidcConfiguration(options, server, clock), {
        scope: 'openid email profile',
        state,
        redirect_uri: redirectURI,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(idTokenNonce !== undefined && { nonce: idTokenNonce }),
      });
    },

    // Better Auth hides why an exchange has failed, and stores tokens. So it gets the code, and the exchange
    // happens below.
    validateAuthorizationCode: async ({ code, codeVerifier = '', redirectURI }) => ({
      raw: { code, codeVerifier, redirectURI } satisfies CodeExchange,
    }),

    async getUserInfo({ raw, expectedIdTokenNonce }) {
      if (expectedIdTokenNonce === undefined) throw new OidcError('refused', 'There is no nonce');
      const exchange = raw as CodeExchange;
      const provider = await discover();
      const { claims, userInfo } = await exchangeOidcCode(
        options,
        provider,
        exchange,
        expectedIdTokenNonce,
        clock,
      );
      // An email and whether it is verified come from the same source.
      const { email, email_verified } = userInfo['email'] === undefined ? claims : userInfo;
      const user = standardClaims({ ...claims, ...userInfo, email, email_verified });
      if (user === null) throw new OidcError('no-email', 'The provider names no email');
      await throwIfBanned(context, user.email);
      const isKnownDevice =
        (await context.devices.find(callbackCookies.getStore(), user.email)) !== undefined;
      await claimUnverifiedAccount(context, { ...user, subject: claims.sub }, isKnownDevice);
      if (user.emailVerified) await confirmStudentEmail(context, user.email);
      const { name, picture, emailVerified } = user;
      return {
        user: { name, email: user.email, emailVerified, ...(picture !== null && { image: picture }) },
        data: { sub: claims.sub },
      };
    },
  };
}

/** A ban keeps an existing account; it prevents a new one. */
async function throwIfBanned({ database, secrets }: Context, email: string): Promise<void> {
  if (!(await isEmailBanned(database.orm, { email, secrets }))) return;
  const accounts = await database.orm.$count(identityUsers, eq(identityUsers.email, email));
  if (accounts === 0) throw new OidcError('banned', 'The email is banned');
}

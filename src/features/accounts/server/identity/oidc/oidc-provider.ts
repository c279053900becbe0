import { AsyncLocalStorage } from 'node:async_hooks';
import type { OAuthProvider } from '@better-auth/core/oauth2';
import { and, eq } from 'drizzle-orm';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { isEmailBanned } from '../../bans/ban-email.ts';
import { standardClaims, type UserClaims } from '../../tokens/read-claims.ts';
import { identityAccounts, identityUsers } from '../../table.ts';
import { lockIfUnverified, transferAccount } from '../email-links/transfer-account.ts';
import type { AccountContext } from '../identity-context.ts';
import { lockUserOfIdentity, publishEmailVerified } from '../sessions/revoke-sessions.ts';
import { confirmStudentEmail } from '../../universities/student-badge.ts';
import { createOidcDiscovery } from './discover-oidc-provider.ts';
import {
  type CodeExchange,
  createOidcConfiguration,
  exchangeOidcCode,
  type OidcClientOptions,
} from './exchange-oidc-code.ts';
import { OidcError } from './oidc-error.ts';

/** Part of the callback's route, and stored with each account at the provider: it stays 'campus'. */
export const OIDC_PROVIDER_ID = 'campus';

/** The `Cookie` header of the running callback, which Better Auth does not hand on. */
export const callbackCookies = new AsyncLocalStorage<string | undefined>();

/**
 * The university's OpenID provider in the form that Better Auth expects: code flow with PKCE. Better Auth creates,
 * stores and compares `state`, `nonce` and verifier; openid-client talks to the provider.
 */
export function createOidcProvider(options: OidcClientOptions, context: AccountContext): OAuthProvider {
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
async function throwIfBanned({ database, secrets }: AccountContext, email: string): Promise<void> {
  if (!(await isEmailBanned(database.orm, { email, secrets }))) return;
  const accounts = await database.orm.$count(identityUsers, eq(identityUsers.email, email));
  if (accounts === 0) throw new OidcError('banned', 'The email is banned');
}

/** Transfers an unverified account to the user whose provider has verified its email. */
async function claimUnverifiedAccount(
  context: AccountContext,
  user: UserClaims & { subject: string },
  isKnownDevice: boolean,
): Promise<void> {
  const { database, clock } = context;
  if (!user.emailVerified) return;
  const now = clock.now();
  const [unverified] = await database.orm
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(eq(identityUsers.email, user.email), eq(identityUsers.emailVerified, false)));
  if (unverified === undefined) return;
  const identityId = unverified.id;
  const isTransferred = await database.transaction(async (tx) => {
    await lockUserOfIdentity(tx, identityId);
    // Verified or deleted in the meantime.
    if (!(await lockIfUnverified(tx, identityId))) return false;
    const [own] = await tx
      .select({ id: identityAccounts.id })
      .from(identityAccounts)
      .where(
        and(
          eq(identityAccounts.userId, identityId),
          eq(identityAccounts.providerId, OIDC_PROVIDER_ID),
          eq(identityAccounts.accountId, user.subject),
        ),
      );
    // It is their own account, from a time when the provider had not verified the email.
    if (own !== undefined) return false;
    await transferAccount(tx, context, { identityId, owner: user, isKnownDevice, now });
    return true;
  });
  if (isTransferred) await publishEmailVerified(context, identityId);
}

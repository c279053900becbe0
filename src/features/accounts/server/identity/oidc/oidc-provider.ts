import type { OAuthProvider } from '@better-auth/core/oauth2';
import { createAuthorizationURL } from '@better-auth/core/oauth2';
import { eq } from 'drizzle-orm';
import type { JWTPayload } from 'jose';
import type { ServerContext } from '#platform/server/server-context.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { isEmailBanned } from '#features/accounts/server/users/ban-email.ts';
import { standardClaims } from '#features/accounts/server/tokens/read-claims.ts';
import type { FindUniversity } from '#features/accounts/server/universities/find-university.ts';
import { publicKeyAlgorithms, verifiedPayload } from '#features/accounts/server/tokens/verify-token.ts';
import { fetchFromOidcProvider, type OidcMetadata, createOidcDiscovery } from './oidc-discovery.ts';
import { OidcError } from './oidc-error.ts';
import { identityUsers } from '../table.ts';
import { oidcProviderId } from './oidc-user.ts';
import { claimUnverifiedAccount } from './claim-unverified-account.ts';

/** How the product is known to the university's provider. */
export type OidcClientOptions = { issuer: string; clientId: string; clientSecret: string };

type Exchange = { code: string; codeVerifier: string; redirectURI: string };

type Context = Pick<ServerContext, 'database' | 'clock' | 'events' | 'secrets'> & {
  findUniversity: FindUniversity;
};

/**
 * The university's OpenID provider, as Better Auth asks one: by code and PKCE, bound to the browser by `state` and to the answer by
 * `nonce`.
 */
export function createOidcProvider(options: OidcClientOptions, context: Context): OAuthProvider {
  const { clock } = context;
  const discover = createOidcDiscovery(options.issuer, clock);

  async function exchange(campus: OidcMetadata, { code, codeVerifier, redirectURI }: Exchange) {
    const { clientId, clientSecret } = options;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectURI,
      code_verifier: codeVerifier,
      ...(campus.secretInForm && { client_id: clientId, client_secret: clientSecret }),
    });
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    return (await fetchFromOidcProvider(campus.tokenEndpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(!campus.secretInForm && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
      },
      body: form.toString(),
    })) as { id_token?: unknown; access_token?: unknown };
  }

  async function provenClaims(campus: OidcMetadata, idToken: unknown, nonce: string) {
    const { issuer, keys } = campus;
    const held = { issuer, keys, audience: options.clientId, algorithms: publicKeyAlgorithms, tolerance: 30 };
    const claims = await verifiedPayload(String(idToken), held, clock).catch((error: unknown) => {
      if (!(error instanceof HttpProblem)) throw error;
      throw new OidcError('unavailable', 'The keys of the provider cannot be had', { cause: error });
    });
    if (claims === null || claims.sub === undefined || claims.sub.length > 255)
      throw new OidcError('refused', 'The token of the provider is not good');
    if (claims['nonce'] !== nonce) throw new OidcError('refused', 'The token answers another question');
    if ((claims['azp'] ?? options.clientId) !== options.clientId)
      throw new OidcError('refused', 'The token was made for somebody else');
    return claims;
  }

  /** Many providers put nothing but the subject into the token. What they say beside it must be of the same person. */
  async function told(campus: OidcMetadata, accessToken: unknown, claims: JWTPayload): Promise<JWTPayload> {
    if (campus.userinfoEndpoint === undefined || typeof accessToken !== 'string') return {};
    const headers = { authorization: `Bearer ${accessToken}` };
    const info = (await fetchFromOidcProvider(campus.userinfoEndpoint, { headers })) as JWTPayload;
    if (info.sub !== claims.sub) throw new OidcError('refused', 'The provider speaks of somebody else');
    return info;
  }

  return {
    id: oidcProviderId,
    name: 'Campus',
    accountSubject: ({ profile }) => (profile as { sub: string }).sub,
    requiresIdTokenNonce: true,

    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      return createAuthorizationURL({
        id: oidcProviderId,
        options: { clientId: options.clientId },
        authorizationEndpoint: (await discover()).authorizationEndpoint,
        scopes: ['openid', 'email', 'profile'],
        state,
        codeVerifier,
        redirectURI,
        ...(idTokenNonce !== undefined && { nonce: idTokenNonce }),
      });
    },

    // Better Auth keeps to itself why an exchange has failed, and keeps the tokens: it is given nothing but what it needs below.
    validateAuthorizationCode: async ({ code, codeVerifier = '', redirectURI }) => ({
      raw: { code, codeVerifier, redirectURI } satisfies Exchange,
    }),

    async getUserInfo({ raw, expectedIdTokenNonce }) {
      if (expectedIdTokenNonce === undefined) throw new OidcError('refused', 'There is no nonce');
      const campus = await discover();
      const tokens = await exchange(campus, raw as Exchange);
      const claims = await provenClaims(campus, tokens.id_token, expectedIdTokenNonce);
      const info = await told(campus, tokens.access_token, claims);
      // The e-mail and whether it is verified come from one mouth.
      const { email, email_verified } = info['email'] === undefined ? claims : info;
      const user = standardClaims({ ...claims, ...info, email, email_verified });
      if (user === null) throw new OidcError('no-email', 'The provider tells no e-mail');
      await refuseBarred(context, user.email);
      await claimUnverifiedAccount(context, { ...user, subject: claims.sub! });
      const { name, picture, emailVerified } = user;
      return {
        user: { name, email: user.email, emailVerified, ...(picture !== null && { image: picture }) },
        data: { sub: claims.sub! },
      };
    },
  };
}

/** Who has an account keeps it; nobody gets a new one. */
async function refuseBarred({ database, secrets }: Context, email: string): Promise<void> {
  if (!(await isEmailBanned(database.orm, { email, secrets }))) return;
  const accounts = await database.orm.$count(identityUsers, eq(identityUsers.email, email));
  if (accounts === 0) throw new OidcError('barred', 'The e-mail is barred');
}

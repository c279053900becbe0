import type { JWTPayload } from 'jose';
import {
  authorizationCodeGrant,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  Configuration,
  fetchUserInfo,
  type ServerMetadata,
} from 'openid-client';
import type { Clock } from '#platform/shared/clock.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { publicKeyAlgorithms, verifiedPayload } from '../../tokens/verify-token.ts';
import {
  insecureRequests,
  OIDC_TIMEOUT_SECONDS,
  type OidcProviderMetadata,
} from './discover-oidc-provider.ts';
import { OidcError, toOidcError } from './oidc-error.ts';

export type OidcClientOptions = { issuer: string; clientId: string; clientSecret: string };

/** What Better Auth has stored for the browser that comes back, and the code that it brings. */
export type CodeExchange = { code: string; codeVerifier: string; redirectURI: string };

const MAX_SUBJECT_LENGTH = 255;

const CLOCK_TOLERANCE_SECONDS = 30;

/** The client for one sign-in: its configuration is frozen, and with it the offset of our clock. */
export function createOidcConfiguration(
  { issuer, clientId, clientSecret }: OidcClientOptions,
  server: ServerMetadata,
  clock: Clock,
): Configuration {
  // Better Auth has read the response, and hands on the code alone.
  const metadata = { ...server, authorization_response_iss_parameter_supported: false };
  const offset = Math.round((clock.now().getTime() - Date.now()) / 1000);
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const inForm = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  const authentication = inForm ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
  const configuration = new Configuration(metadata, clientId, { [clockSkew]: offset }, authentication);
  configuration.timeout = OIDC_TIMEOUT_SECONDS;
  for (const allow of insecureRequests(issuer)) allow(configuration);
  return configuration;
}

/** The claims of the user: those of the ID token, and those beside it. Throws OidcError. */
export async function exchangeOidcCode(
  options: OidcClientOptions,
  provider: OidcProviderMetadata,
  { code, codeVerifier, redirectURI }: CodeExchange,
  nonce: string,
  clock: Clock,
): Promise<{ claims: JWTPayload & { sub: string }; userInfo: JWTPayload }> {
  const configuration = createOidcConfiguration(options, provider.server, clock);
  const response = new URL(redirectURI);
  response.searchParams.set('code', code);
  const checks = { pkceCodeVerifier: codeVerifier, expectedNonce: nonce, idTokenExpected: true };
  const tokens = await authorizationCodeGrant(configuration, response, checks).catch((error: unknown) => {
    throw toOidcError(error, 'refused', 'The code cannot be exchanged for tokens');
  });
  const claims = await verifyIdToken(options, provider, tokens.id_token!, clock);
  // Many providers put nothing but the subject into the token.
  if (provider.server.userinfo_endpoint === undefined) return { claims, userInfo: {} };
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(
    (error: unknown) => {
      throw toOidcError(error, 'refused', 'The claims of the user cannot be fetched');
    },
  );
  return { claims, userInfo };
}

/** openid-client trusts the TLS connection: the signature is verified here, like that of any other token. */
async function verifyIdToken(
  { clientId }: OidcClientOptions,
  { server, keys }: OidcProviderMetadata,
  idToken: string,
  clock: Clock,
): Promise<JWTPayload & { sub: string }> {
  const signer = {
    issuer: server.issuer,
    keys,
    audience: clientId,
    algorithms: publicKeyAlgorithms,
    tolerance: CLOCK_TOLERANCE_SECONDS,
  };
  const claims = await verifiedPayload(idToken, signer, clock).catch((error: unknown) => {
    if (!(error instanceof HttpProblem)) throw error;
    throw new OidcError('unavailable', 'The keys of the provider cannot be fetched', { cause: error });
  });
  if (claims?.sub === undefined || claims.sub.length > MAX_SUBJECT_LENGTH)
    throw new OidcError('refused', 'The ID token is not valid');
  // openid-client ignores it if there is one audience.
  if ((claims['azp'] ?? clientId) !== clientId)
    throw new OidcError('refused', 'The ID token is for another client');
  return { ...claims, sub: claims.sub };
}

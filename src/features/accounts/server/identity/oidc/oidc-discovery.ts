import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '#platform/shared/clock.ts';
import { keysOf } from '#features/accounts/server/tokens/verify-token.ts';
import { OidcError } from './oidc-error.ts';

/** What the university's provider says of itself. */
export type OidcMetadata = {
  /** As it stands in its tokens. */
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint: string | undefined;
  /** Whether the token endpoint wants the secret as a form's field and not as a header. */
  secretInForm: boolean;
  keys: JWTVerifyGetKey;
};

const endpoint = z.url({ protocol: /^https?$/ });

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  userinfo_endpoint: endpoint.optional(),
  jwks_uri: endpoint,
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

const METADATA_TTL_MS = 60 * 60_000;
const OIDC_TIMEOUT_MS = 8_000;

/**
 * Asks the provider when somebody wants to sign in and not at the start: one that is away for a while is there again by itself.
 * Raises OidcError.
 */
export function createOidcDiscovery(issuer: string, clock: Clock): () => Promise<OidcMetadata> {
  let known: { campus: Promise<OidcMetadata>; until: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (known !== null && now < known.until) return known.campus;
    const asked = { campus: discover(issuer), until: now + METADATA_TTL_MS };
    asked.campus.catch(() => {
      if (known === asked) known = null;
    });
    known = asked;
    return asked.campus;
  };
}

async function discover(issuer: string): Promise<OidcMetadata> {
  const said = metadata.safeParse(await fetchFromOidcProvider(`${issuer}/.well-known/openid-configuration`));
  if (!said.success)
    throw new OidcError('unavailable', 'The provider describes itself badly', { cause: said.error });
  const { data } = said;
  // The configuration has no slash at its end; the provider's own name for itself may have one.
  if (data.issuer.replace(/\/+$/, '') !== issuer)
    throw new OidcError('unavailable', `The provider calls itself ${data.issuer} and not ${issuer}`);
  const methods = data.token_endpoint_auth_methods_supported;
  return {
    issuer: data.issuer,
    authorizationEndpoint: data.authorization_endpoint,
    tokenEndpoint: data.token_endpoint,
    userinfoEndpoint: data.userinfo_endpoint,
    secretInForm: !methods.includes('client_secret_basic') && methods.includes('client_secret_post'),
    keys: keysOf(new URL(data.jwks_uri)),
  };
}

/** An answer of the provider in JSON. It has a time limit, and redirects nobody: the secret goes with the request. */
export async function fetchFromOidcProvider(url: string, init: RequestInit = {}): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(OIDC_TIMEOUT_MS) });
    if (response.ok) return await response.json();
  } catch (cause) {
    throw new OidcError('unavailable', `${new URL(url).pathname} of the provider does not answer`, {
      cause,
    });
  }
  throw new OidcError(
    response.status >= 500 || response.status === 429 ? 'unavailable' : 'refused',
    `${new URL(url).pathname} of the provider answers ${response.status}`,
  );
}

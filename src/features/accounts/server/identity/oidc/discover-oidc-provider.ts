import type { JWTVerifyGetKey } from 'jose';
import { allowInsecureRequests, discovery, type ServerMetadata } from 'openid-client';
import type { Clock } from '#platform/shared/clock.ts';
import { openIssuerKeys } from '../../tokens/issuer-keys.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { isLoopbackName } from '#platform/server/http/request-host.ts';
import { OidcError, toOidcError } from './oidc-error.ts';

/** What the provider publishes about itself, and the keys that sign its tokens. */
export type OidcProviderMetadata = { server: ServerMetadata; keys: JWTVerifyGetKey };

type Client = { issuer: string; clientId: string };

export const OIDC_TIMEOUT_SECONDS = 8;

const METADATA_TTL_MS = HOUR_MS;

/** A provider on this machine, or in a private network, may have no certificate. */
export const insecureRequests = (issuer: string) =>
  issuer.startsWith('http:') ? [allowInsecureRequests] : [];

/** Asks the provider at the first sign-in, so that the product starts while it is away. Throws OidcError, uncached. */
export function createOidcDiscovery(client: Client, clock: Clock): () => Promise<OidcProviderMetadata> {
  let cached: { metadata: Promise<OidcProviderMetadata>; until: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (cached !== null && now < cached.until) return cached.metadata;
    const entry = { metadata: discoverOidcProvider(client), until: now + METADATA_TTL_MS };
    entry.metadata.catch(() => {
      if (cached === entry) cached = null;
    });
    cached = entry;
    return entry.metadata;
  };
}

async function discoverOidcProvider({ issuer, clientId }: Client): Promise<OidcProviderMetadata> {
  // The full address: openid-client then leaves the comparison of issuers to us.
  const address = new URL(`${issuer}/.well-known/openid-configuration`);
  const configuration = await discovery(address, clientId, undefined, undefined, {
    timeout: OIDC_TIMEOUT_SECONDS,
    execute: insecureRequests(issuer),
  }).catch((error: unknown) => {
    throw toOidcError(error, 'unavailable', 'The metadata of the provider cannot be read');
  });
  const server = configuration.serverMetadata();
  // The configured issuer has no slash at its end; the provider's own name for itself may have one.
  if (server.issuer.replace(/\/+$/, '') !== issuer)
    throw new OidcError('unavailable', `The provider calls itself ${server.issuer} and not ${issuer}`);
  if (server.jwks_uri === undefined || !URL.canParse(server.jwks_uri))
    throw new OidcError('unavailable', 'The metadata of the provider names no keys');
  const keys = new URL(server.jwks_uri);
  // Who can change the keys on their way signs in as anyone.
  if (keys.protocol !== 'https:' && !(keys.protocol === 'http:' && isLoopbackName(keys.hostname)))
    throw new OidcError('unavailable', 'The keys of the provider are not served over https');
  return { server, keys: openIssuerKeys(keys) };
}

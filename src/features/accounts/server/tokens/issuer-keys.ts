import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

const REFRESH_INTERVAL_MS = 10 * MINUTE_MS;
const RETRY_INTERVAL_MS = 10_000;
/** How long the last known keys are used while the issuer does not respond. */
const MAX_AGE_MS = HOUR_MS;

/**
 * The keys of an issuer. They are fetched again while requests go on with the known ones, so that users notice
 * nothing of an issuer that is away. A rotated key is fetched at most once a second: jose's default of 30 s would
 * be an outage.
 */
export function openIssuerKeys(jwks: JWTVerifyGetKey | URL, ask?: typeof fetch): JWTVerifyGetKey {
  if (!(jwks instanceof URL)) return jwks;
  const remote = createRemoteJWKSet(jwks, {
    cooldownDuration: 1_000,
    cacheMaxAge: MAX_AGE_MS,
    timeoutDuration: 5_000,
    ...(ask && { [customFetch]: ask }),
  });
  let refreshAt = 0;
  const refresh = async () => {
    refreshAt = performance.now() + RETRY_INTERVAL_MS;
    await remote.reload();
    refreshAt = performance.now() + REFRESH_INTERVAL_MS;
  };
  return async (...request) => {
    if (remote.jwks() === undefined) refreshAt = performance.now() + REFRESH_INTERVAL_MS;
    else if (performance.now() >= refreshAt) refresh().catch(() => {});
    return remote(...request);
  };
}

import type { Config } from '../../server/config.ts';
import { failed, type Finding, ok, toFailureReason, warning } from './finding.ts';

const FETCH_TIMEOUT_MS = 5_000;
const MAX_DIFFERENCE_MS = 2_000;
/** Tokens of others are refused as not yet valid or expired. */
const MAX_TOLERATED_DIFFERENCE_MS = 30_000;
/** The `Date` of a response has whole seconds. */
const HTTP_DATE_PRECISION_MS = 1_000;

const ADVICE = 'Let both machines set their clocks by NTP: timedatectl set-ntp true.';

/** `difference`: this machine's clock minus the other one, in milliseconds. */
export function toClockFinding(other: string, difference: number): Finding {
  const off = Math.abs(difference);
  const seconds = (off / 1_000).toFixed(1);
  const text = `The clock of this machine is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} that of ${other}.`;
  if (off > MAX_TOLERATED_DIFFERENCE_MS) return failed('clock', text, ADVICE);
  return off > MAX_DIFFERENCE_MS
    ? warning('clock', text, ADVICE)
    : ok('clock', `It agrees with that of ${other}.`);
}

/** Whether the university's identity provider responds, is the configured one, and has the same time. */
export async function checkIdentityProvider({ oidc }: Config): Promise<Finding[]> {
  if (oidc === null) return [];
  const check = 'identity provider';
  const url = `${oidc.issuer}/.well-known/openid-configuration`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    const now = Date.now();
    const document = (await response.json().catch(() => null)) as { issuer?: unknown } | null;
    if (!response.ok || typeof document?.issuer !== 'string')
      return [failed(check, `${url} is not a description of a provider.`, 'Correct OIDC_ISSUER.')];
    const date = Date.parse(response.headers.get('date') ?? '');
    const finding =
      document.issuer.replace(/\/+$/, '') === oidc.issuer
        ? ok(check, `${oidc.issuer} responds.`)
        : failed(check, `The provider calls itself ${document.issuer}.`, 'Set OIDC_ISSUER to exactly this.');
    if (Number.isNaN(date)) return [finding];
    const difference = now - date;
    const exact = Math.abs(difference) <= HTTP_DATE_PRECISION_MS ? 0 : difference;
    return [finding, toClockFinding('the identity provider', exact)];
  } catch (error) {
    const text = `${oidc.issuer} cannot be reached: ${toFailureReason(error)}.`;
    return [
      failed(check, text, 'Users sign in with passwords meanwhile. Check OIDC_ISSUER and the firewall.'),
    ];
  }
}

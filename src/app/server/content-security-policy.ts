import { createHash } from 'node:crypto';
import { HEAD_SCRIPT } from './head-script.ts';
import type { InlineStyles } from './inline-styles.ts';
import type { CspProfile } from '../routing/page-route.ts';

export type ThirdParties = {
  stripe: boolean;
  google: boolean;
  photos: string | null;
  clerk: string | null;
};

export const noThirdParties: ThirdParties = { stripe: false, google: false, photos: null, clerk: null };

type Directives = Record<string, string[]>;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const HEAD_SCRIPT_HASH = hashOf(HEAD_SCRIPT);

/** Our scripts and styles, inline ones by their hashes. No nonces: cached pages are the same for all users. */
const firstPartyDirectives = (styleHash: string, scriptHash: string): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", `'sha256-${scriptHash}'`],
  'style-src': ["'self'", `'sha256-${styleHash}'`],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'report-to': ['policy'],
});

/** Only for our scripts: those of third parties create elements from text. */
const trustedTypes: Directives = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['bookswap-markup', 'bookswap-worker'],
};

/** Browsers send there what they have blocked. */
export const POLICY_REPORTS_PATH = '/api/policy-reports';

/** What Stripe documents: its script, the frames of its fields and of a bank's confirmation, and its API. */
const stripe: Directives = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'img-src': ['https://*.stripe.com'],
};

/**
 * Google documents no complete list for AdSense and changes its hosts: where one is missing, no advertisement
 * appears. Scripts from www.google.com are not allowed, because it can return arbitrary script.
 */
const googleHosts = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.adtrafficquality.google',
  'https://adservice.google.com',
];
const google: Directives = {
  'script-src': googleHosts,
  'frame-src': [...googleHosts, 'https://www.google.com'],
  'connect-src': googleHosts,
  'img-src': [...googleHosts, 'https://www.google.com', 'https://*.gstatic.com'],
};

/** What Clerk documents: its script, its API, the images of its users, and its bot detection. */
const clerkAt = (host: string): Directives => ({
  'script-src': [`https://${host}`, 'https://challenges.cloudflare.com', 'https://*.protect.clerk.com'],
  'connect-src': [`https://${host}`, 'https://*.protect.clerk.com:*'],
  'frame-src': ['https://challenges.cloudflare.com', 'https://*.protect.clerk.com'],
  'img-src': ['https://img.clerk.com'],
  'worker-src': ['blob:'],
});

/** A page on which users enter a card number has no advertisements of others; Clerk is needed on every page. */
function thirdPartyDirectives(
  policy: CspProfile,
  { stripe: withStripe, google: withGoogle, clerk }: ThirdParties,
): Directives[] {
  const wanted = policy === 'payments' ? withStripe && stripe : withGoogle && google;
  return [...(wanted ? [wanted] : []), ...(clerk === null ? [] : [clerkAt(clerk)])];
}

export const hasSeparatePolicies = ({ stripe: withStripe, google: withGoogle }: ThirdParties): boolean =>
  withStripe || withGoogle;

export function cspHeaders(
  policy: CspProfile,
  outsiders: ThirdParties,
  css: string | InlineStyles,
  script = HEAD_SCRIPT,
): Record<string, string> {
  const directives = firstPartyDirectives(
    typeof css === 'string' ? hashOf(css) : css.hash,
    script === HEAD_SCRIPT ? HEAD_SCRIPT_HASH : hashOf(script),
  );
  if (outsiders.photos !== null) directives['img-src']!.push(outsiders.photos);
  const thirdParties = thirdPartyDirectives(policy, outsiders);
  if (thirdParties.length === 0) Object.assign(directives, trustedTypes);
  for (const more of thirdParties) {
    for (const [name, sources] of Object.entries(more))
      directives[name] = [...(directives[name] ?? []), ...sources];
  }
  // Clerk's widgets create styles at run time. A hash besides would disable this keyword.
  if (outsiders.clerk !== null) directives['style-src'] = ["'self'", "'unsafe-inline'"];
  return {
    'content-security-policy': Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'reporting-endpoints': `policy="${POLICY_REPORTS_PATH}"`,
    // A bank's confirmation may open a window, which reports to this one.
    ...(policy === 'payments' &&
      outsiders.stripe && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  };
}

/** The policy of a worker's script and of the worker: only there WebAssembly may run, so no page has to allow it. */
export const workerCspHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
} as const;

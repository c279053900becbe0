import { createHash } from 'node:crypto';
import { headScript } from './head-script.ts';
import type { CspProfile } from '../routing/page-route.ts';

/** Which outsiders' scripts this installation has a use for; none of them is admitted anywhere unless it is configured. */
export type ThirdParties = {
  stripe: boolean;
  google: boolean;
  /** The host of Clerk's that keeps the sessions. */
  clerk: string | null;
};

export const noThirdParties: ThirdParties = { stripe: false, google: false, clerk: null };

type Directives = Record<string, string[]>;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Our own scripts and styles, those that are inlined by their hash. No nonces: the bytes are the same for everybody. */
const firstPartyDirectives = (css: string, script: string): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", hashOf(script)],
  'style-src': ["'self'", hashOf(css)],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/** As Stripe publishes it: its script, the frames of its fields and of a bank's confirmation, and its calls. */
const stripe: Directives = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'img-src': ['https://*.stripe.com'],
};

/**
 * Google names no complete list for AdSense and changes its hosts: where one is missing, an advertisement stays away. No script from
 * www.google.com, which answers with whatever a page asks it for.
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

/** As Clerk publishes it: its script, its calls, the pictures of its people, and what tells them from robots. */
const clerkAt = (host: string): Directives => ({
  'script-src': [`https://${host}`, 'https://challenges.cloudflare.com', 'https://*.protect.clerk.com'],
  'connect-src': [`https://${host}`, 'https://*.protect.clerk.com:*'],
  'frame-src': ['https://challenges.cloudflare.com', 'https://*.protect.clerk.com'],
  'img-src': ['https://img.clerk.com'],
  'worker-src': ['blob:'],
});

/**
 * What outsiders a page of this policy admits. Whoever enters a card number is shown nobody's advertisements; whoever is signed in at
 * Clerk is so on every page.
 */
function thirdPartyDirectives(
  policy: CspProfile,
  { stripe: withStripe, google: withGoogle, clerk }: ThirdParties,
): Directives[] {
  const wanted = policy === 'payments' ? withStripe && stripe : withGoogle && google;
  return [...(wanted ? [wanted] : []), ...(clerk === null ? [] : [clerkAt(clerk)])];
}

/** Whether pages of different policies have different headers here. */
export const hasSeparatePolicies = ({ stripe: withStripe, google: withGoogle }: ThirdParties): boolean =>
  withStripe || withGoogle;

/** The headers that say what a page may load and open; `css` and `script` are what is inlined. */
export function cspHeaders(
  policy: CspProfile,
  outsiders: ThirdParties,
  css: string,
  script = headScript,
): Record<string, string> {
  const directives = firstPartyDirectives(css, script);
  for (const more of thirdPartyDirectives(policy, outsiders)) {
    for (const [name, sources] of Object.entries(more))
      directives[name] = [...(directives[name] ?? []), ...sources];
  }
  // Clerk's widgets write their styles as they go. A hash beside it would forbid again what this allows.
  if (outsiders.clerk !== null) directives['style-src'] = ["'self'", "'unsafe-inline'"];
  return {
    'content-security-policy': Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    // A bank's confirmation may open a window of its own and answers to this one.
    ...(policy === 'payments' &&
      outsiders.stripe && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  };
}

import { decodeJwt } from 'jose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import { routeOf } from '#platform/server/http/served-requests.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { isStaffRole } from '#platform/shared/team/staff-roles.ts';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';

/** What an operator should see. Each is a label of the counter in `/metrics`. */
const securityEvents = [
  'signed-in',
  'sign-in-failed',
  'sign-in-refused',
  'confirmation-failed',
  'admin-call-refused',
  'webhook-refused',
  'credential-changed',
  'link-refused',
  'browser-request-refused',
] as const;
type SecurityEvent = (typeof securityEvents)[number];

/** The logged events of each kind: an attacker must not fill the disk with lines. All events are counted. */
const logged = { name: 'security-event', points: 60, durationMs: MINUTE_MS };

const signInRoutes = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-in/passkey',
  'GET /api/auth/callback/campus',
]);

const credentialRoutes = new Set([
  'POST /api/auth/change-password',
  'POST /api/auth/reset-password',
  'POST /api/auth/passkey/register',
  'PATCH /api/users/me/passkeys/:id',
  'DELETE /api/users/me/passkeys/:id',
]);

/** Problems of a wrong password, or another proof of being the user. */
const failedProofs = new Set(['invalid-credentials', 'passkey-not-accepted']);
/** Refusals of requests from another site, or with a cookie that another site may have set. */
const refusedBrowserRequests = new Set(['origin-not-allowed', 'two-session-cookies']);
const failedConfirmations = new Set(['invalid-current-password', 'confirmation-mismatch']);

type Context = Pick<ServerContext, 'http' | 'log' | 'secrets' | 'clock' | 'metrics'>;

/** Logs and counts security events. The lines have keyed hashes to compare, and no text or address of users. */
export function recordSecurityEvents({ http, log, secrets, clock, metrics }: Context): void {
  const counts = new Map<SecurityEvent, number>(securityEvents.map((event) => [event, 0]));
  metrics.counter(
    {
      name: 'bookswap_security_events_total',
      help: 'Sign-ins, failed and refused ones, refused admin calls and webhooks, changed credentials, by event.',
      label: 'event',
    },
    () => counts,
  );
  const limiter = new RateLimiter(clock);
  // Sign-ins too where warnings are logged, as they are by default.
  const securityLog = log.level === 'warn' ? log.child({}, { level: 'info' }) : log;
  const pseudonym = (text: string) => secrets.sign('security-events', text).slice(0, 12);
  // The hook runs before the response is sent: a client that has left gets none, but its request has taken effect.
  http.addHook('onSend', async (request, reply) => {
    const event = toSecurityEvent(request, reply);
    if (event === null) return;
    counts.set(event, counts.get(event)! + 1);
    if (!limiter.tryConsume(logged, event)) return;
    const account = accountOf(request);
    securityLog[event === 'signed-in' ? 'info' : 'warn'](
      {
        securityEvent: event,
        requestId: request.id,
        route: nameRoute(request),
        status: reply.statusCode,
        ...(reply.problemCode !== null && { code: reply.problemCode }),
        network: pseudonym(toIpNetwork(request.ip)),
        ...(account !== null && { account: pseudonym(account) }),
      },
      'security event',
    );
  });
}

const nameRoute = (request: FastifyRequest) => `${request.method} ${routeOf(request).url}`;

function toSecurityEvent(request: FastifyRequest, reply: FastifyReply): SecurityEvent | null {
  const route = nameRoute(request);
  const { problemCode, statusCode } = reply;
  if (problemCode === null || statusCode >= 500) {
    if (statusCode >= 400) return null;
    if (signInRoutes.has(route)) return 'signed-in';
    return credentialRoutes.has(route) && !reply.hasChangedNothing ? 'credential-changed' : null;
  }
  if (refusedBrowserRequests.has(problemCode)) return 'browser-request-refused';
  if (problemCode === 'link-expired') return 'link-refused';
  if (failedConfirmations.has(problemCode)) return 'confirmation-failed';
  if (signInRoutes.has(route)) return failedProofs.has(problemCode) ? 'sign-in-failed' : 'sign-in-refused';
  if (failedProofs.has(problemCode)) return 'confirmation-failed';
  if (isStaffRole(routeOf(request).auth ?? '') && (statusCode === 401 || statusCode === 403))
    return 'admin-call-refused';
  return route.startsWith('POST /api/webhooks/') ? 'webhook-refused' : null;
}

/** The email of a sign-in, or the subject of the token. A refused token may be invented. */
function accountOf({ body, headers, signedInEmail }: FastifyRequest): string | null {
  if (signedInEmail !== null) return signedInEmail;
  const email = (body as { email?: unknown } | null | undefined)?.email;
  if (typeof email === 'string') return email.trim().toLowerCase();
  try {
    return decodeJwt(headers.authorization?.slice('Bearer '.length) ?? '').sub ?? null;
  } catch {
    return null;
  }
}

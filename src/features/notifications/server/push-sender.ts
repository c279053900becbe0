import webPush from 'web-push';
import type { PushPayload, PushSubscriptionInput } from '../contract.ts';
import { isPushEndpoint } from '../rules.ts';
import type { VapidKeys } from './vapid-keys.ts';

/**
 * The result of a push service. 'gone': the subscription no longer exists. 'refused': it rejects this message
 * permanently. 'later': a retry may succeed.
 */
type PushOutcome = { kind: 'told' | 'gone' | 'refused' | 'later'; reason: string };

export type SendPush = (
  to: PushSubscriptionInput,
  payload: PushPayload,
  options: { topic: string; seconds: number },
) => Promise<PushOutcome>;

const PUSH_TIMEOUT_MS = 5_000;

/**
 * `subject`: the contact for push services, `mailto:` or `https:`. Only the given services are ever called.
 */
export function createPushSender(
  keys: VapidKeys,
  { subject, services }: { subject: string; services: readonly string[] },
): SendPush {
  return async (to, payload, { topic, seconds }) => {
    // The list may have become shorter since the address was stored.
    if (!isPushEndpoint(to.endpoint, services)) return { kind: 'gone', reason: 'not a known push service' };
    const { body, headers } = webPush.generateRequestDetails(to, JSON.stringify(payload), {
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: seconds,
      urgency: 'high',
      topic,
    });
    const { 'Content-Length': _, ...sent } = headers as Record<string, string>;
    try {
      const response = await fetch(to.endpoint, {
        method: 'POST',
        headers: { ...sent, TTL: String(seconds) },
        body: new Uint8Array(body),
        // A redirect would lead to an address that was not checked.
        redirect: 'manual',
        signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return { kind: outcomeOf(response.status), reason: `answered ${response.status}` };
    } catch (error) {
      return { kind: 'later', reason: String(error) };
    }
  };
}

/** The first response of a service that was away makes the waiting notifications due, not hours later. */
export function resumeAfterOutage(send: SendPush, onBack: () => Promise<void>): SendPush {
  const away = new Set<string>();
  return async (to, payload, options) => {
    const outcome = await send(to, payload, options);
    const { host } = new URL(to.endpoint);
    if (outcome.kind === 'later') away.add(host);
    else if (away.delete(host)) await onBack();
    return outcome;
  };
}

function outcomeOf(status: number): PushOutcome['kind'] {
  if (status >= 200 && status < 300) return 'told';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status === 408 || status >= 500 ? 'later' : 'refused';
}

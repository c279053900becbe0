import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import webPush from 'web-push';
import type { PushPayload, PushSubscriptionInput } from '../contract.ts';
import { isPushEndpoint } from '../rules.ts';
import type { VapidKeys } from './vapid-keys.ts';

/**
 * The response of a push service. 'gone': the subscription no longer exists. 'refused': it rejects this message
 * permanently. 'busy': a retry may succeed.
 */
type PushResponse = { kind: 'accepted' | 'gone' | 'refused' | 'busy' | 'no response'; reason: string };

export type SendPush = (
  to: PushSubscriptionInput,
  payload: PushPayload,
  options: { topic: string; seconds: number },
) => Promise<PushResponse>;

const PUSH_TIMEOUT_MS = 5_000;

/** `subject`: the contact for push services, `mailto:` or `https:`. Only these services are called. */
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
      return { kind: toResponseKind(response.status), reason: `answered ${response.status}` };
    } catch (error) {
      return { kind: 'no response', reason: String(error) };
    }
  };
}

/**
 * Calls `onBack` with the first response of a service that did not respond: what waits for it is then due, not hours
 * later. At most once a minute: a service may come and go.
 */
export function resumeAfterOutage(
  send: SendPush,
  { clock, onBack }: Pick<ServerContext, 'clock'> & { onBack: () => Promise<void> },
): SendPush {
  const silentHosts = new Set<string>();
  let resumedAt = 0;
  return async (to, payload, options) => {
    const response = await send(to, payload, options);
    const { host } = new URL(to.endpoint);
    const now = clock.now().getTime();
    if (response.kind === 'no response') silentHosts.add(host);
    // A service that still starts responds with 'busy'.
    else if (response.kind !== 'busy' && now - resumedAt >= MINUTE_MS && silentHosts.delete(host)) {
      resumedAt = now;
      await onBack();
    }
    return response;
  };
}

function toResponseKind(status: number): PushResponse['kind'] {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status === 408 || status >= 500 ? 'busy' : 'refused';
}

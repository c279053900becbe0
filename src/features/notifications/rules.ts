import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** Milliseconds, unless said. */

/** Seconds until a device is told of a message: whoever looks at the conversation, or at any page, has said so by then. */
export const PUSH_DELAY_SECONDS = 3;

/** A message that no device could be told of for so long is not told any more. */
export const PUSH_MAX_AGE_MS = 24 * HOUR_MS;

/** A notice that has no job after so long was left behind by a process that ended. */
export const REQUEUE_AFTER_MS = MINUTE_MS;

/** A message that is unread for so long is mailed about, to whoever wants that; one that has been for so much longer is too old. */
export const UNREAD_EMAIL_DELAY_MS = HOUR_MS;
export const UNREAD_EMAIL_MAX_AGE_MS = 24 * HOUR_MS;
/** So long one mail about a conversation that stays unread is the last. */
export const UNREAD_EMAIL_TTL_MS = 30 * 24 * HOUR_MS;

/** Of one person; the one that was heard of least lately goes. */
export const MAX_DEVICES_PER_USER = 10;

/** Characters of a message that a notification shows. */
const EXCERPT_LENGTH = 120;

/**
 * Origins at which browsers' push services answer; '*.' stands for one label, as their machines are called: whoever may invent hosts
 * keeps the queue waiting for them. No other address is ever called.
 */
export const pushServices: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
];

const machine = /^[a-z][a-z0-9]{1,15}(-[a-z0-9]{1,15})?$/;

/** Addresses of push services come from browsers, which means from anybody. */
export function isPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, hostname, port, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '') return false;
  return services.some((service) => {
    const [, scheme, wildcard, name, at = ''] =
      /^(https?:)\/\/(\*\.)?([^:]+)(?::(\d+))?$/.exec(service) ?? [];
    if (name === undefined || protocol !== scheme || port !== at) return false;
    if (wildcard === undefined) return hostname === name;
    return hostname.endsWith(`.${name}`) && machine.test(hostname.slice(0, -name.length - 1));
  });
}

/** The beginning of a message, on one line. */
export function createExcerpt(content: string): string {
  const letters = [...content.replace(/\s+/g, ' ').trim()];
  return letters.length <= EXCERPT_LENGTH
    ? letters.join('')
    : `${letters
        .slice(0, EXCERPT_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

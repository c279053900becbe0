import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';

/** Limits of emails and devices, and which push services are called. When a push is sent: `push-rules.ts`. */

/** An unread message causes an email after the first of these times, and none after the second. */
export const UNREAD_EMAIL_DELAY_MS = HOUR_MS;
export const UNREAD_EMAIL_MAX_AGE_MS = DAY_MS;

/** Notifications are stored so long. Meanwhile an unread conversation causes no second email. */
export const NOTIFICATION_TTL_MS = 30 * DAY_MS;

/** Pushes of one kind that a user gets at the same time. More are one push. */
export const MAX_PUSHES_AT_ONCE = 3;

/** The name of the kind of messages, whose statement writes it. */
export const MESSAGE_KIND = 'message';

/** The most devices of a user; a further one replaces the one confirmed longest ago. */
export const MAX_DEVICES_PER_USER = 10;

/** The length of an excerpt in characters. */
const EXCERPT_LENGTH = 120;

/**
 * Origins of the push services of browsers; '*.' matches one label. No other address is ever called: a user
 * could otherwise name slow hosts that block the queue.
 */
export const pushServices: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
];

const PUSH_HOST_LABEL = /^[a-z][a-z0-9]{1,15}(-[a-z0-9]{1,15})?$/;

/** Endpoints come from browsers, so any client can send any address. */
export function isPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, hostname, port, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '') return false;
  return services.some((service) => {
    const [, scheme, wildcard, name, at = ''] =
      /^(https?:)\/\/(\*\.)?([^:]+)(?::(\d+))?$/.exec(service) ?? [];
    if (name === undefined || protocol !== scheme || port !== at) return false;
    if (wildcard === undefined) return hostname === name;
    return hostname.endsWith(`.${name}`) && PUSH_HOST_LABEL.test(hostname.slice(0, -name.length - 1));
  });
}

/** The start of a message, on one line. */
export function createExcerpt(content: string): string {
  const letters = [...content.replace(/\s+/g, ' ').trim()];
  return letters.length <= EXCERPT_LENGTH
    ? letters.join('')
    : `${letters
        .slice(0, EXCERPT_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

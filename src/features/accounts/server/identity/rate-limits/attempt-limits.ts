import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';

/**
 * Attempts of one key, counted in the database: `points` of them in a window of `durationMs`, which starts
 * with the first.
 */
export type AttemptLimit = RateLimit & {
  name: 'sign-in' | 'signed-in' | 'sign-up' | 'current-password' | 'mail' | 'oidc' | 'export';
  key: string;
  /** The correct password deletes the count; of other limits it takes back one attempt. */
  forgiven?: true;
  /** Applies once this limit is reached. */
  beyond?: AttemptLimit;
};

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/**
 * Narrow limits come first: what they refuse does not count for the wide ones, or one attacker could use up
 * what all users share. A campus is one address behind a NAT, and an email is no secret. So only the two
 * together have a strict limit. Beyond its limit an address is slow for each account, and an account is slow
 * for each unknown browser, but neither is locked.
 */
export const attemptLimits = {
  /**
   * `device`: a browser that has signed in to this account before. Its failed attempts count for it alone.
   */
  signIn(email: string, address: string, device?: string): AttemptLimit[] {
    if (device !== undefined) {
      const ofDevice = { name: 'sign-in', key: `device ${device}`, forgiven: true } as const;
      return [
        { ...ofDevice, points: 10, durationMs: QUARTER_HOUR_MS },
        // A former owner of the password may have made many browsers known.
        { name: 'sign-in', key: `devices ${email}`, points: 100, durationMs: HOUR_MS },
      ];
    }
    const network = toIpNetwork(address);
    const both = { name: 'sign-in', durationMs: QUARTER_HOUR_MS, forgiven: true } as const;
    return [
      { ...both, key: `account ${email} at ${network}`, points: 10 },
      {
        name: 'sign-in',
        key: `address ${network}`,
        points: 300,
        durationMs: QUARTER_HOUR_MS,
        beyond: { ...both, key: `account ${email} slowly at ${network}`, points: 3 },
      },
      {
        name: 'sign-in',
        key: `account ${email}`,
        points: 100,
        durationMs: HOUR_MS,
        beyond: { name: 'sign-in', key: `account ${email} slowly`, points: 1, durationMs: MINUTE_MS },
      },
    ];
  },

  /** Successful sign-ins: they are taken back above, but each costs a hash. Only the user can use this up. */
  signedIn: (email: string): AttemptLimit => ({
    name: 'signed-in',
    key: `account ${email}`,
    points: 30,
    durationMs: QUARTER_HOUR_MS,
  }),

  signUp(email: string, address: string): AttemptLimit[] {
    const network = toIpNetwork(address);
    return [
      { name: 'sign-up', key: `account ${email} at ${network}`, points: 10, durationMs: HOUR_MS },
      {
        name: 'sign-up',
        key: `address ${network}`,
        points: 300,
        durationMs: HOUR_MS,
        // By address: a robot that signs up has a new email each time.
        beyond: { name: 'sign-up', key: `address ${network} slowly`, points: 3, durationMs: MINUTE_MS },
      },
    ];
  },

  /** Redirects to the OpenID provider and callbacks: no email is known yet. */
  oidc(address: string): AttemptLimit[] {
    const network = toIpNetwork(address);
    const beyond = {
      name: 'oidc',
      key: `address ${network} slowly`,
      points: 6,
      durationMs: MINUTE_MS,
    } as const;
    return [{ name: 'oidc', key: `address ${network}`, points: 600, durationMs: QUARTER_HOUR_MS, beyond }];
  },

  /** The current password in a signed-in browser: it is not to be guessed in an unattended one. */
  currentPassword: (email: string): AttemptLimit[] => [
    {
      name: 'current-password',
      key: `account ${email}`,
      points: 10,
      durationMs: QUARTER_HOUR_MS,
      forgiven: true,
    },
  ],

  /** Exports of a user's data: each reads all tables, and is held in memory. */
  exports: (userId: string): AttemptLimit[] => [
    { name: 'export', key: `person ${userId}`, points: 5, durationMs: HOUR_MS },
  ],

  /** All emails to one address that others can cause: they must not fill a mailbox. */
  mailbox: (email: string): AttemptLimit[] => [
    { name: 'mail', key: `account ${email}`, points: 15, durationMs: HOUR_MS },
  ],

  /** Emails that a signed-in user requests: requests of others from the same address do not count. */
  ownMail: (userId: string, email: string): AttemptLimit[] => [
    { name: 'mail', key: `person ${userId}`, points: 5, durationMs: HOUR_MS },
    ...attemptLimits.mailbox(email),
  ],

  /**
   * Emails that a visitor requests, whether there is an account or not. The limit of the address protects the
   * mail server.
   */
  mail(email: string, address: string): AttemptLimit[] {
    const network = toIpNetwork(address);
    return [
      { name: 'mail', key: `account ${email} at ${network}`, points: 5, durationMs: HOUR_MS },
      { name: 'mail', key: `address ${network}`, points: 100, durationMs: HOUR_MS },
      ...attemptLimits.mailbox(email),
    ];
  },
};

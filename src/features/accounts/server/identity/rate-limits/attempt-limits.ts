import { toIpNetwork, toIpNetworks } from '#platform/server/http/ip-network.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';

/**
 * Attempts of one key, counted in the database: `points` of them in a window of `durationMs`, which starts
 * with the first.
 */
export type AttemptLimit = RateLimit & {
  name:
    | 'sign-in'
    | 'signed-in'
    | 'sign-up'
    | 'current-password'
    | 'mail'
    | 'security-mail'
    | 'oidc'
    | 'passkey'
    | 'passkey-name'
    | 'export';
  key: string;
  /** The correct password deletes the count; of other limits it takes back one attempt. */
  forgiven?: true;
  /** Applies once this limit is reached. */
  beyond?: AttemptLimit;
};

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** Of the hundred attempts at one account: strangers of one /48 do not use up what all others share. */
const MAX_SIGN_INS_OF_ACCOUNT_AT_NETWORK = 50;

/** An hour, from all senders. */
const MAX_EMAILS_OF_MAILBOX = 60;

/** Its owner has any number of smaller ones. */
const widestNetwork = (ip: string): string => toIpNetworks(ip).at(-1)!.network;

/** Accounts that one network creates on one day: a lecture hall; twice as many for the larger networks. */
const SIGN_UPS_A_DAY = 500;

/**
 * An IPv6 address counts for its /64, and with more points for the /56 and the /48 around it, whose owner has
 * any number of the smaller ones.
 */
const ofNetworks = (ip: string, toLimit: (network: string, share: number) => AttemptLimit): AttemptLimit[] =>
  toIpNetworks(ip).map(({ network, share }) => toLimit(network, share));

const ceremonies = (name: 'oidc' | 'passkey', ip: string): AttemptLimit[] =>
  ofNetworks(ip, (network, share) => ({
    name,
    key: `address ${network}`,
    points: 600 * share,
    durationMs: QUARTER_HOUR_MS,
    beyond: { name, key: `address ${network} slowly`, points: 6, durationMs: MINUTE_MS },
  }));

/**
 * Narrow limits come first: what they refuse does not count for the wide ones, or one attacker could use up
 * what all users share. A campus is one address behind a NAT, and an email is no secret. So only the two
 * together have a strict limit. Beyond its limit an address is slow for each account, and an account is slow
 * for each unknown browser, but neither is locked.
 */
export const attemptLimits = {
  /**
   * `device`: a browser that is known to this account. What others guess does not keep it out.
   */
  signIn(email: string, ip: string, device?: string): AttemptLimit[] {
    if (device !== undefined) {
      const ofDevice = { name: 'sign-in', key: `device ${device}`, forgiven: true } as const;
      return [
        { ...ofDevice, points: 10, durationMs: QUARTER_HOUR_MS },
        // A former owner of the password may have made many browsers known: then each of them is slow.
        {
          name: 'sign-in',
          key: `devices ${email}`,
          points: 100,
          durationMs: HOUR_MS,
          beyond: { ...ofDevice, key: `device ${device} slowly`, points: 3, durationMs: QUARTER_HOUR_MS },
        },
      ];
    }
    const both = { name: 'sign-in', durationMs: QUARTER_HOUR_MS, forgiven: true } as const;
    return [
      ...ofNetworks(ip, (network, share) => ({
        ...both,
        key: `account ${email} at ${network}`,
        points: Math.min(10 * share, MAX_SIGN_INS_OF_ACCOUNT_AT_NETWORK),
      })),
      ...ofNetworks(ip, (network, share) => ({
        name: 'sign-in' as const,
        key: `address ${network}`,
        points: 300 * share,
        durationMs: QUARTER_HOUR_MS,
        beyond: { ...both, key: `account ${email} slowly at ${network}`, points: 3 },
      })),
      {
        name: 'sign-in',
        key: `account ${email}`,
        points: 100,
        durationMs: HOUR_MS,
        beyond: { name: 'sign-in', key: `account ${email} slowly`, points: 1, durationMs: MINUTE_MS },
      },
    ];
  },

  /**
   * Successful sign-ins: they are taken back above, but each costs a hash. Only the user can use up the limit
   * of the account. Many accounts of one network count together: beyond, it is slow for each of them.
   */
  signedIn(email: string, ip: string): AttemptLimit[] {
    const both = { name: 'signed-in', durationMs: QUARTER_HOUR_MS } as const;
    return [
      { ...both, key: `account ${email}`, points: 30 },
      ...ofNetworks(ip, (network, share) => ({
        ...both,
        key: `address ${network}`,
        points: 300 * share,
        beyond: { ...both, key: `account ${email} slowly at ${network}`, points: 3 },
      })),
    ];
  },

  signUp(email: string, ip: string): AttemptLimit[] {
    const name = 'sign-up';
    return [
      { name, key: `account ${email} at ${toIpNetwork(ip)}`, points: 10, durationMs: HOUR_MS },
      ...ofNetworks(ip, (network, share) => ({
        name,
        key: `address ${network}`,
        points: 300 * share,
        durationMs: HOUR_MS,
        // By address: a robot that signs up has a new email each time.
        beyond: { name, key: `address ${network} slowly`, points: 3, durationMs: MINUTE_MS } as const,
      })),
      ...ofNetworks(ip, (network, share) => ({
        name,
        key: `address ${network} of a day`,
        points: SIGN_UPS_A_DAY * Math.min(share, 2),
        durationMs: DAY_MS,
      })),
    ];
  },

  /** Redirects to the OpenID provider and callbacks: no email is known yet. */
  oidc: (ip: string): AttemptLimit[] => ceremonies('oidc', ip),

  /** A passkey cannot be guessed, but each challenge is a row. */
  passkey: (ip: string): AttemptLimit[] => ceremonies('passkey', ip),

  /** Each new name of a passkey is an email to its owner. `owner`: of `findAttemptOwner`. */
  passkeyRenames: (owner: string): AttemptLimit[] => [
    { name: 'passkey-name', key: `user ${owner}`, points: 10, durationMs: HOUR_MS },
  ],

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
  exports: (owner: string): AttemptLimit[] => [
    { name: 'export', key: `person ${owner}`, points: 5, durationMs: HOUR_MS },
  ],

  /**
   * Emails about new sign-ins, apart from those that strangers cause: only who can sign in uses them up.
   * Emails about changed credentials have no limit.
   */
  securityMail: (email: string): AttemptLimit[] => [
    { name: 'security-mail', key: `account ${email}`, points: 10, durationMs: HOUR_MS },
  ],

  /** Beyond, one email says that there were several. */
  mergedSecurityMail: (email: string): AttemptLimit[] => [
    { name: 'security-mail', key: `account ${email} merged`, points: 1, durationMs: HOUR_MS },
  ],

  /** Links to a new password that one sender requests for one account. */
  resetsOfSender: (email: string, ip: string): AttemptLimit[] => [
    { name: 'mail', key: `account ${email} at ${toIpNetwork(ip)}`, points: 5, durationMs: HOUR_MS },
  ],

  /** Links to a new password that all unknown browsers request for one account. */
  resets: (email: string): AttemptLimit[] => [
    { name: 'mail', key: `resets ${email}`, points: 15, durationMs: HOUR_MS },
  ],

  /** Links to a new password that one device known to the account requests, and all of them. */
  resetsOfDevice: (email: string, device: string): AttemptLimit[] => [
    { name: 'mail', key: `device ${device}`, points: 5, durationMs: HOUR_MS },
    { name: 'mail', key: `devices ${email}`, points: 15, durationMs: HOUR_MS },
  ],

  /**
   * Beyond these, for all senders together: a link is valid for much longer than this, so anyone who asks in
   * between has one in the mailbox. Strangers can use up only what other spellings of a mailbox share before one
   * of them is verified (`resetsOfSpellings`).
   */
  resetsBeyond: (email: string): AttemptLimit[] => [
    { name: 'mail', key: `resets ${email} slowly`, points: 1, durationMs: 10 * MINUTE_MS },
  ],

  /** Links to new passwords of one mailbox: strangers create accounts with any number of its spellings. */
  resetsOfSpellings: (mailbox: string, spellings: string): AttemptLimit[] => [
    {
      name: 'mail',
      key: `resets ${mailbox} of ${spellings}`,
      points: MAX_EMAILS_OF_MAILBOX,
      durationMs: HOUR_MS,
    },
  ],

  /**
   * All other emails to one mailbox that others can cause, by any of its spellings: they must not fill it.
   * Once some networks have used them up, one is left for each other sender.
   */
  mailbox: (mailbox: string, sender: string): AttemptLimit[] => [
    {
      name: 'mail',
      key: `account ${mailbox}`,
      points: 15,
      durationMs: HOUR_MS,
      beyond: { name: 'mail', key: `account ${mailbox} slowly at ${sender}`, points: 1, durationMs: HOUR_MS },
    },
    { name: 'mail', key: `account ${mailbox} in all`, points: MAX_EMAILS_OF_MAILBOX, durationMs: HOUR_MS },
  ],

  /** The email of a sign-up, which has separate limits. */
  signUpMail: (mailbox: string, ip: string): AttemptLimit[] =>
    attemptLimits.mailbox(mailbox, widestNetwork(ip)),

  /** Emails that a signed-in user requests: requests of others from the same address do not count. */
  ownMail: (userId: string, mailbox: string): AttemptLimit[] => [
    { name: 'mail', key: `person ${userId}`, points: 5, durationMs: HOUR_MS },
    ...attemptLimits.mailbox(mailbox, userId),
  ],

  /** All emails that visitors of a network request: protects the mail server. */
  mailOfNetwork: (ip: string): AttemptLimit[] =>
    ofNetworks(ip, (network, share) => ({
      name: 'mail',
      key: `address ${network}`,
      points: 100 * share,
      durationMs: HOUR_MS,
    })),

  /** The email of a sign-up with a taken email. */
  claimMail: (email: string, mailbox: string, ip: string): AttemptLimit[] => [
    ...attemptLimits.resetsOfSender(email, ip),
    ...attemptLimits.mailOfNetwork(ip),
    ...attemptLimits.mailbox(mailbox, widestNetwork(ip)),
  ],
};

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/**
 * What attempts are counted by. `networks`: an IPv6 address counts for its /64, and with more points for the
 * /56 and the /48 around it, whose owner has any number of the smaller ones; `network`: the smallest of them.
 * `device`: a browser that is known to the account. `owner`: of `findAttemptOwner`.
 */
type Subject = 'email' | 'mailbox' | 'network' | 'networks' | 'device' | 'owner' | 'user' | 'sender';

export type AttemptLimit = {
  by: readonly Subject[];
  /** Attempts in a window of `durationMs`, which starts with the first. */
  points: number;
  durationMs: number;
  /** Of the larger networks. */
  maxPoints?: number;
  /** The correct password deletes the count; of other limits it takes back one attempt. */
  isForgiven?: boolean;
  /** Applies once this limit is reached. A network of `by` is the one that has reached it. */
  beyond?: AttemptLimit;
};

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

const slowly = { points: 3, durationMs: QUARTER_HOUR_MS } as const;
const ceremonies = {
  by: ['networks'],
  points: 600,
  durationMs: QUARTER_HOUR_MS,
  beyond: { by: ['network'], points: 6, durationMs: MINUTE_MS },
} as const;

/**
 * The limits of sign-in and email, by name. An email is no secret, and a campus is one address behind a NAT: so
 * only the two together have a strict limit. Beyond its limit an address is slow for each account, and an
 * account is slow for each unknown browser, but neither is locked.
 */
export const attemptLimits = {
  guessesAtNetwork: {
    by: ['email', 'networks'],
    points: 10,
    durationMs: QUARTER_HOUR_MS,
    // Of the hundred at one account: strangers of one /48 do not use up what all others share.
    maxPoints: 50,
    isForgiven: true,
  },
  guessesOfNetwork: {
    by: ['networks'],
    points: 300,
    durationMs: QUARTER_HOUR_MS,
    beyond: { by: ['email', 'network'], ...slowly, isForgiven: true },
  },
  guesses: {
    by: ['email'],
    points: 100,
    durationMs: HOUR_MS,
    beyond: { by: ['email'], points: 1, durationMs: MINUTE_MS },
  },
  guessesOfDevice: { by: ['device'], points: 10, durationMs: QUARTER_HOUR_MS, isForgiven: true },
  // A former owner of the password may have made many browsers known: then each of them is slow.
  guessesOfDevices: {
    by: ['email'],
    points: 100,
    durationMs: HOUR_MS,
    beyond: { by: ['device'], ...slowly, isForgiven: true },
  },
  signIns: { by: ['email'], points: 30, durationMs: QUARTER_HOUR_MS },
  signInsOfNetwork: {
    by: ['networks'],
    points: 300,
    durationMs: QUARTER_HOUR_MS,
    beyond: { by: ['email', 'network'], ...slowly },
  },
  /** The current password in a signed-in browser: it is not to be guessed in an unattended one. */
  currentPassword: { by: ['email'], points: 10, durationMs: QUARTER_HOUR_MS, isForgiven: true },
  signUpsAtNetwork: { by: ['email', 'network'], points: 10, durationMs: HOUR_MS },
  signUpsOfNetwork: {
    by: ['networks'],
    points: 300,
    durationMs: HOUR_MS,
    // By network alone: a robot that signs up has a new email each time.
    beyond: { by: ['network'], points: 3, durationMs: MINUTE_MS },
  },
  /** A lecture hall. */
  signUpsOfDay: { by: ['networks'], points: 500, durationMs: DAY_MS, maxPoints: 1_000 },
  /** Redirects to the OpenID provider and callbacks: no email is known yet. */
  oidc: ceremonies,
  /** A passkey cannot be guessed, but each challenge is a row. */
  passkey: ceremonies,
  /** Each new name of a passkey is an email to its owner. */
  passkeyNames: { by: ['owner'], points: 10, durationMs: HOUR_MS },
  /** Exports of a user's data: each reads all tables, and is held in memory. */
  exports: { by: ['owner'], points: 5, durationMs: HOUR_MS },

  /** Emails about new sign-ins. Emails about changed credentials have no limit. */
  securityMail: { by: ['email'], points: 10, durationMs: HOUR_MS },
  /** Beyond, one email says that there were several. */
  mergedSecurityMail: { by: ['email'], points: 1, durationMs: HOUR_MS },
  /** Links to a new password, by who requests them for an account. */
  resetsAtNetwork: { by: ['email', 'network'], points: 5, durationMs: HOUR_MS },
  resets: { by: ['email'], points: 15, durationMs: HOUR_MS },
  resetsOfDevice: { by: ['device'], points: 5, durationMs: HOUR_MS },
  resetsOfDevices: { by: ['email'], points: 15, durationMs: HOUR_MS },
  /** Beyond: a link is valid for much longer, so anyone who asks in between has one in the mailbox. */
  slowResets: { by: ['email'], points: 1, durationMs: 10 * MINUTE_MS },
  /** Of one account: the accounts of a mailbox share these. */
  resetsOfMailbox: { by: ['email'], points: 60, durationMs: HOUR_MS },
  /** All other emails to one mailbox that others can cause: beyond, one is left for each other sender. */
  mailToMailbox: {
    by: ['mailbox'],
    points: 15,
    durationMs: HOUR_MS,
    beyond: { by: ['mailbox', 'sender'], points: 1, durationMs: HOUR_MS },
  },
  mailToMailboxInAll: { by: ['mailbox'], points: 60, durationMs: HOUR_MS },
  mailOfUser: { by: ['user'], points: 5, durationMs: HOUR_MS },
  /** Protects the mail server. */
  mailOfNetwork: { by: ['networks'], points: 100, durationMs: HOUR_MS },
} as const satisfies Record<string, AttemptLimit>;

/**
 * The limits of one attempt. Narrow ones come first: what they refuse does not count for the wide ones, or one
 * attacker could use up what all users share.
 */
export const attemptsAt = {
  signIn: ['guessesAtNetwork', 'guessesOfNetwork', 'guesses'],
  signInOfDevice: ['guessesOfDevice', 'guessesOfDevices'],
  /** They are taken back above, but each costs a hash. Only the user can use up those of the account. */
  signedIn: ['signIns', 'signInsOfNetwork'],
  signUp: ['signUpsAtNetwork', 'signUpsOfNetwork', 'signUpsOfDay'],
  signUpMail: ['mailToMailbox', 'mailToMailboxInAll'],
  claimMail: ['resetsAtNetwork', 'mailOfNetwork', 'mailToMailbox', 'mailToMailboxInAll'],
  /** Requests of others from the same address do not count. */
  ownMail: ['mailOfUser', 'mailToMailbox', 'mailToMailboxInAll'],
  resetOfDevice: ['resetsOfDevice', 'resetsOfDevices'],
} as const satisfies Record<string, readonly AttemptLimitName[]>;

export type AttemptLimitName = keyof typeof attemptLimits;

type SubjectOf<L> = L extends { by: readonly (infer S extends string)[] }
  ? S | (L extends { beyond: infer B } ? SubjectOf<B> : never)
  : never;
type Given<S extends string> = Record<Exclude<S, 'network' | 'networks'>, string> &
  ([Extract<S, 'network' | 'networks'>] extends [never] ? unknown : { ip: string });

/** The values that attempts with these limits are counted by. */
export type AttemptValues<Name extends AttemptLimitName> = Given<
  Name extends AttemptLimitName ? SubjectOf<(typeof attemptLimits)[Name]> : never
>;

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/**
 * What attempts are counted by. `networks`: the /64 of an IPv6 address, and with more points the /56 and /48 around
 * it; `network`: the smallest of them. `device`: a browser known to the account. `owner`: of `findAttemptOwner`.
 */
type Subject = 'email' | 'mailbox' | 'network' | 'networks' | 'device' | 'owner' | 'user' | 'sender';

type Options = {
  /** The most points of the larger networks. */
  maxPoints?: number;
  /** The correct password deletes the count; of other limits it takes back one attempt. */
  isForgiven?: boolean;
  /** The name that counts are stored under, if it is another one. Both versions of an update count together. */
  storedName?: string;
};

export type AttemptLimit<By extends Subject = Subject> = Options & {
  by: readonly By[];
  /** Attempts in a window of `durationMs`, which starts with the first. */
  points: number;
  durationMs: number;
  /** Applies once this limit is reached. Its `network` is the one that has reached it. */
  beyond: AttemptLimit<By> | undefined;
};

/** `beyond` counts by `By` as well: the type of a limit names all values that it needs. */
const limit = <By extends Subject>(
  by: readonly By[],
  points: number,
  durationMs: number,
  options: Options & { beyond?: AttemptLimit<By> } = {},
): AttemptLimit<By> => ({ by, points, durationMs, beyond: undefined, ...options });

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

const slowForAccountAtNetwork = limit(['email', 'network'], 3, QUARTER_HOUR_MS);
const ceremonies = limit(['networks'], 600, QUARTER_HOUR_MS, { beyond: limit(['network'], 6, MINUTE_MS) });

/**
 * The limits of sign-in and email. An email is no secret, and a campus is one address behind a NAT: only the two
 * together have a strict limit. Beyond its limit an address is slow for each account, and an account for each
 * unknown browser; neither is locked.
 */
export const attemptLimits = {
  // A part of the hundred at one account: strangers of one /48 do not use up what all others share.
  guessesAtNetwork: limit(['email', 'networks'], 10, QUARTER_HOUR_MS, { maxPoints: 50, isForgiven: true }),
  guessesOfNetwork: limit(['networks'], 300, QUARTER_HOUR_MS, {
    beyond: { ...slowForAccountAtNetwork, isForgiven: true },
  }),
  guesses: limit(['email'], 100, HOUR_MS, { beyond: limit(['email'], 1, MINUTE_MS) }),
  guessesOfDevice: limit(['device'], 10, QUARTER_HOUR_MS, { isForgiven: true }),
  // A former owner of the password may have made many browsers known: then each of them is slow.
  guessesOfAllDevices: limit(['email'], 100, HOUR_MS, {
    storedName: 'guessesOfDevices',
    beyond: limit(['device'], 3, QUARTER_HOUR_MS, { isForgiven: true }),
  }),
  signIns: limit(['email'], 30, QUARTER_HOUR_MS),
  signInsOfNetwork: limit(['networks'], 300, QUARTER_HOUR_MS, { beyond: slowForAccountAtNetwork }),
  /** The current password in a signed-in browser: it is not to be guessed in an unattended one. */
  currentPassword: limit(['email'], 10, QUARTER_HOUR_MS, { isForgiven: true }),
  signUpsAtNetwork: limit(['email', 'network'], 10, HOUR_MS),
  // Beyond the limit the network alone counts: a robot has a new email for each sign-up.
  signUpsOfNetwork: limit(['networks'], 300, HOUR_MS, { beyond: limit(['network'], 3, MINUTE_MS) }),
  /** A lecture hall. */
  signUpsOfDay: limit(['networks'], 500, DAY_MS, { maxPoints: 1_000 }),
  /** Redirects to the OpenID provider and callbacks: no email is known yet. */
  oidc: ceremonies,
  /** A passkey cannot be guessed, but each challenge is a row. */
  passkey: ceremonies,
  /** Each new name of a passkey is an email to its owner. */
  passkeyNames: limit(['owner'], 10, HOUR_MS),
  /** Exports of a user's data: each reads all tables, and is held in memory. */
  exports: limit(['owner'], 5, HOUR_MS),

  /** Emails about new sign-ins. Emails about changed credentials have no limit. */
  securityMail: limit(['email'], 10, HOUR_MS),
  /** Beyond the limit one email reports several changes. */
  mergedSecurityMail: limit(['email'], 1, HOUR_MS),
  /** Links to a new password, by who requests them for an account. */
  resetsAtNetwork: limit(['email', 'network'], 5, HOUR_MS),
  resets: limit(['email'], 15, HOUR_MS),
  resetsOfDevice: limit(['device'], 5, HOUR_MS),
  resetsOfAllDevices: limit(['email'], 15, HOUR_MS, { storedName: 'resetsOfDevices' }),
  /** The limit beyond: a link is valid for much longer, so anyone who asks in between has one in the mailbox. */
  slowResets: limit(['email'], 1, 10 * MINUTE_MS),
  /** The resets of one spelling of an address: the accounts of a mailbox share these. */
  resetsOfSpelling: limit(['email'], 60, HOUR_MS, { storedName: 'resetsOfMailbox' }),
  /** The resets of all accounts of a mailbox together, however its address is spelled. */
  resetsOfMailbox: limit(['owner'], 60, HOUR_MS, { storedName: 'resetsOfMailboxInAll' }),
  /** All other emails to one mailbox that others can cause: beyond, one is left for each other sender. */
  mailToMailbox: limit(['mailbox'], 15, HOUR_MS, { beyond: limit(['mailbox', 'sender'], 1, HOUR_MS) }),
  mailToMailboxInAll: limit(['mailbox'], 60, HOUR_MS),
  mailOfUser: limit(['user'], 5, HOUR_MS),
  /** Protects the mail server. */
  mailOfNetwork: limit(['networks'], 100, HOUR_MS),
};

export type AttemptLimitName = keyof typeof attemptLimits;

/** The limits of one attempt. What narrow ones refuse does not count for the wide ones, which all share. */
export const attemptsAt = {
  signIn: ['guessesAtNetwork', 'guessesOfNetwork', 'guesses'],
  signInOfDevice: ['guessesOfDevice', 'guessesOfAllDevices'],
  /** They are taken back above, but each costs a hash. Only the user can use up those of the account. */
  signedIn: ['signIns', 'signInsOfNetwork'],
  signUp: ['signUpsAtNetwork', 'signUpsOfNetwork', 'signUpsOfDay'],
  signUpMail: ['mailToMailbox', 'mailToMailboxInAll'],
  claimMail: ['resetsAtNetwork', 'mailOfNetwork', 'mailToMailbox', 'mailToMailboxInAll'],
  /** Requests of others from the same address do not count. */
  ownMail: ['mailOfUser', 'mailToMailbox', 'mailToMailboxInAll'],
  resetOfDevice: ['resetsOfDevice', 'resetsOfAllDevices'],
} as const satisfies Record<string, readonly AttemptLimitName[]>;

/** The values that attempts with these limits are counted by; `ip` for their networks. */
export type AttemptValues<Name extends AttemptLimitName> = {
  [By in (typeof attemptLimits)[Name]['by'][number] as By extends 'network' | 'networks' ? 'ip' : By]: string;
};

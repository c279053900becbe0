import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { identityAttempts } from '../table.ts';

/** `limit` attempts in a window of so many milliseconds, for whoever `who` is. */
type AttemptLimit = {
  of: 'sign-in' | 'signed-in' | 'sign-up' | 'current-password' | 'mail' | 'oidc' | 'export';
  who: string;
  limit: number;
  window: number;
  /** The right password shows that this was no guessing: the count begins anew, where others go back by one. */
  forgiven?: true;
  /** Whoever is over the limit may still pass within this one. */
  beyond?: AttemptLimit;
};

/**
 * Narrow ones first: what they refuse is not counted by the wide ones, or one guesser could use up what is everybody's.
 * A campus is one address behind a NAT, and anybody knows anybody's e-mail. So only the two together are held strictly; over its
 * limit, an address is slow for each account and an account slow for each stranger, but neither is closed.
 */
export const attemptLimits = {
  /** `device`: a browser that this account has been signed in with before. What it fails is counted for it alone. */
  signIn(email: string, address: string, device?: string): AttemptLimit[] {
    if (device !== undefined) {
      return [
        { of: 'sign-in', who: `device ${device}`, limit: 10, window: 15 * MINUTE_MS, forgiven: true },
        // Somebody who once knew the password may have become known with many.
        { of: 'sign-in', who: `devices ${email}`, limit: 100, window: 60 * MINUTE_MS },
      ];
    }
    const network = toIpNetwork(address);
    const both = { of: 'sign-in', window: 15 * MINUTE_MS, forgiven: true } as const;
    return [
      { ...both, who: `account ${email} at ${network}`, limit: 10 },
      {
        of: 'sign-in',
        who: `address ${network}`,
        limit: 300,
        window: 15 * MINUTE_MS,
        beyond: { ...both, who: `account ${email} slowly at ${network}`, limit: 3 },
      },
      {
        of: 'sign-in',
        who: `account ${email}`,
        limit: 100,
        window: 60 * MINUTE_MS,
        beyond: { of: 'sign-in', who: `account ${email} slowly`, limit: 1, window: MINUTE_MS },
      },
    ];
  },

  /** Successful ones, which are given back above but cost a hash all the same. Only the person can use this up. */
  signedIn: (email: string): AttemptLimit => ({
    of: 'signed-in',
    who: `account ${email}`,
    limit: 30,
    window: 15 * MINUTE_MS,
  }),

  signUp(email: string, address: string): AttemptLimit[] {
    const network = toIpNetwork(address);
    return [
      { of: 'sign-up', who: `account ${email} at ${network}`, limit: 10, window: 60 * MINUTE_MS },
      {
        of: 'sign-up',
        who: `address ${network}`,
        limit: 300,
        window: 60 * MINUTE_MS,
        // By address: a robot that signs up has a new e-mail each time.
        beyond: { of: 'sign-up', who: `address ${network} slowly`, limit: 3, window: MINUTE_MS },
      },
    ];
  },

  /** Redirects to the OpenID provider and callbacks: no email is known yet. */
  oidc(address: string): AttemptLimit[] {
    const network = toIpNetwork(address);
    const beyond = { of: 'oidc', who: `address ${network} slowly`, limit: 6, window: MINUTE_MS } as const;
    return [{ of: 'oidc', who: `address ${network}`, limit: 600, window: 15 * MINUTE_MS, beyond }];
  },

  /** The current password, asked of somebody who is signed in: whoever finds an open browser does not guess it. */
  currentPassword: (email: string): AttemptLimit[] => [
    { of: 'current-password', who: `account ${email}`, limit: 10, window: 15 * MINUTE_MS, forgiven: true },
  ],

  /** Files of everything of a person's: each is read from all tables, and held whole. */
  exports: (userId: string): AttemptLimit[] => [
    { of: 'export', who: `person ${userId}`, limit: 5, window: 60 * MINUTE_MS },
  ],

  /** All mails that somebody else may cause to an address: nobody's mailbox is filled. */
  mailbox: (email: string): AttemptLimit[] => [
    { of: 'mail', who: `account ${email}`, limit: 15, window: 60 * MINUTE_MS },
  ],

  /** Those that somebody asks for who is signed in: what strangers have asked for behind the same address is not theirs. */
  ownMail: (userId: string, email: string): AttemptLimit[] => [
    { of: 'mail', who: `person ${userId}`, limit: 5, window: 60 * MINUTE_MS },
    ...attemptLimits.mailbox(email),
  ],

  /** Mails that somebody asks for, whether there is an account or not. Nor is the mail server kept busy. */
  mail(email: string, address: string): AttemptLimit[] {
    const network = toIpNetwork(address);
    return [
      { of: 'mail', who: `account ${email} at ${network}`, limit: 5, window: 60 * MINUTE_MS },
      { of: 'mail', who: `address ${network}`, limit: 100, window: 60 * MINUTE_MS },
      ...attemptLimits.mailbox(email),
    ];
  },
};

/** One attempt that has been counted. */
export type Attempt = {
  /** It was none: it was never looked at. */
  giveBack(): Promise<void>;
  /** Who has shown the right password is no guesser. */
  forgive(): Promise<void>;
};

export type AttemptCounter = ReturnType<typeof createAttemptCounter>;

export function createAttemptCounter({
  database,
  clock,
  secrets,
}: Pick<ServerContext, 'database' | 'clock' | 'secrets'>) {
  const keyOf = (limit: AttemptLimit) => secrets.sign('identity-attempts', `${limit.of} ${limit.who}`);

  async function add(limit: AttemptLimit, now: Date) {
    const over = sql`${identityAttempts.resetsAt} <= ${now}`;
    const [row] = await database.orm
      .insert(identityAttempts)
      .values({ key: keyOf(limit), attempts: 1, resetsAt: new Date(now.getTime() + limit.window) })
      .onConflictDoUpdate({
        target: identityAttempts.key,
        set: {
          attempts: sql`case when ${over} then 1 else ${identityAttempts.attempts} + 1 end`,
          resetsAt: sql`case when ${over} then excluded.resets_at else ${identityAttempts.resetsAt} end`,
        },
      })
      .returning();
    return row!;
  }

  /** Counts for the first of the limit and those beyond it that is not used up, and answers which. */
  async function pass(limit: AttemptLimit, now: Date): Promise<AttemptLimit> {
    const { attempts, resetsAt } = await add(limit, now);
    if (attempts <= limit.limit) return limit;
    if (limit.beyond !== undefined) return pass(limit.beyond, now);
    throw tooMany(resetsAt, now);
  }

  async function giveBack(limits: AttemptLimit[]): Promise<void> {
    if (limits.length === 0) return;
    await database.orm
      .update(identityAttempts)
      .set({ attempts: sql`greatest(${identityAttempts.attempts} - 1, 0)` })
      .where(inArray(identityAttempts.key, limits.map(keyOf)));
  }

  return {
    /** Raises 'too-many-requests' when the limit has been reached, without counting. */
    async check(limit: AttemptLimit): Promise<void> {
      const now = clock.now();
      const [row] = await database.orm
        .select()
        .from(identityAttempts)
        .where(and(eq(identityAttempts.key, keyOf(limit)), gt(identityAttempts.resetsAt, now)));
      if (row !== undefined && row.attempts >= limit.limit) throw tooMany(row.resetsAt, now);
    },

    /** Counts what has happened, for `check`. */
    async note(limit: AttemptLimit): Promise<void> {
      await add(limit, clock.now());
    },

    /** Counts an attempt. Raises 'too-many-requests' with the seconds until the window ends. */
    async begin(limits: AttemptLimit[]): Promise<Attempt> {
      const now = clock.now();
      const counted: AttemptLimit[] = [];
      try {
        for (const limit of limits) counted.push(await pass(limit, now));
      } catch (error) {
        await giveBack(counted);
        throw error;
      }
      return {
        giveBack: () => giveBack(counted),
        async forgive() {
          await giveBack(counted.filter((limit) => !limit.forgiven));
          const forgiven = counted.filter((limit) => limit.forgiven).map(keyOf);
          await database.orm.delete(identityAttempts).where(inArray(identityAttempts.key, forgiven));
        },
      };
    },
  };
}

function tooMany(until: Date, now: Date): Error {
  return commonProblem('too-many-requests', {
    detail: 'Too many attempts. Please wait a while and try again.',
    retryAfter: (until.getTime() - now.getTime()) / 1000,
  });
}

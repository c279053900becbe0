import { isPublishableKey } from '@clerk/shared/keys';
import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { email } from '#features/accounts/contract.ts';
import { describeIssue } from '#platform/server/describe-issue.ts';
import { isTrustedProxy } from '#platform/server/http/trusted-proxies.ts';
import type { S3Config } from '#platform/server/storage/s3-storage.ts';
import type { PaymentsMode } from '#features/payments/server/public.ts';
import type { Adsense } from '#features/ads/rules.ts';

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const listOf = (isEntry: (text: string) => boolean, error: string) =>
  list.refine((entries) => entries.every(isEntry), { error }).default([]);
const isEmail = (text: string) => email.safeParse(text).success;
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be a URL that begins with 'https://' or 'http://'" })
  .transform((value) => value.replace(/\/+$/, ''));

/** Google's id of a publisher, with or without the prefix `ca-` that its script requires. */
const adsensePublisher = z
  .string()
  .regex(/^(ca-)?pub-\d{10,20}$/, { error: 'must look like pub-0000000000000000' })
  .transform((id) => (id.startsWith('ca-') ? id : `ca-${id}`));

/** A name in letters, digits and hyphens. */
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const isDomain = (text: string) => DOMAIN.test(text);
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i;
/** Only digits at the end: an IP address, and a wrong one. */
const NUMERIC_END = /(^|\.)\d+\.?$/;
const isHost = (text: string) => isIP(text) !== 0 || (HOST_NAME.test(text) && !NUMERIC_END.test(text));

/** All environment variables. Each is optional; `.env.example` documents them. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z
    .string()
    .refine(isHost, { error: 'must be a host name or an IP address, without a port' })
    .default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  SECRET_KEY: z.string().min(32, { error: 'needs at least 32 characters' }).optional(),
  CAMPUS_NAME: z.string().max(100).optional(),
  CAMPUS_EMAIL_DOMAINS: listOf(isDomain, 'must be a list of domains').transform((domains) =>
    domains.map((domain) => domain.toLowerCase()),
  ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a URL that begins with 'postgres://'" })
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a URL that begins with 'redis://'" }).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: "isn't the name of a bucket" })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PUBLIC_URL: httpUrl.optional(),
  ADMIN_EMAILS: listOf(isEmail, 'must be a list of emails'),
  TRUSTED_PROXIES: listOf(isTrustedProxy, 'must be a list of IP addresses or networks, as 10.0.0.0/8'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be a URL that begins with 'smtp://'" }).optional(),
  MAIL_FROM: z.string().min(3).max(300).optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, { error: "must begin with 'mailto:' or 'https://'" })
    .optional(),
  OIDC_ISSUER: httpUrl
    .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), {
      error: 'must begin with https://',
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  CLERK_PUBLISHABLE_KEY: z
    .string()
    .refine(isPublishableKey, { error: "isn't a publishable key of Clerk" })
    .optional(),
  CLERK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\S+$/, { error: "needs a key that begins with 'sk_test_' or 'sk_live_'" })
    .optional(),
  HSTS_SUBDOMAINS: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(5).optional(),
  MAX_SOCKETS: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
  ADSENSE_PUBLISHER_ID: adsensePublisher.optional(),
  ADSENSE_SLOT_ID: z
    .string()
    .regex(/^\d{4,20}$/, { error: 'must be digits' })
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, { error: "needs a key that begins with 'sk_test_' or 'sk_live_'" })
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, { error: "needs a key that begins with 'pk_test_' or 'pk_live_'" })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, { error: "needs a secret that begins with 'whsec_'" })
    .optional(),
  PAYMENTS: z.enum(['sandbox', 'off']).optional(),
  DEMO: flag.optional(),
});

export type Config = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  secretKey: string | undefined;
  campusName: string | undefined;
  /** Domains whose verified emails make a student, besides those of the known universities. */
  campusEmailDomains: string[];
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** The store of the photos; null: `dataDir`. */
  s3: S3Config | null;
  adminEmails: string[];
  trustedProxies: string[];
  /** With an https `publicUrl`: whether browsers shall use TLS for its subdomains, too. */
  hstsSubdomains: boolean;
  metricsToken: string | undefined;
  /** How long a stopping process still accepts requests, so that proxies find out first. */
  stopGraceSeconds: number;
  /** Open sockets of this process. */
  maxSockets: number;
  /** Null: emails go to the log and to the outbox folder. */
  smtp: { url: string; from: string } | null;
  /** The contact for the push services. */
  vapidSubject: string | undefined;
  /** The university's sign-in with OpenID Connect. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | null;
  clerk: { publishableKey: string; secretKey: string } | null;
  /** Null: all slots show the product's own advertisements. */
  adsense: Adsense | null;
  logLevel: string;
  payments: PaymentsMode;
  /**
   * Whether an empty database is filled with the demo campus, and whether its passwords may be the printed
   * ones.
   */
  demo: { fill: boolean; knownPasswords: boolean };
};

/** The message names the variable. */
export class ConfigError extends Error {}

const refusal = (lines: string) => new ConfigError(`The configuration isn't valid:\n  ${lines}`);

/** Reads the environment. An empty variable counts as absent. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given, { error: describeIssue });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`);
    throw refusal(lines.join('\n').trimStart());
  }
  const env = parsed.data;
  const unreached = env.PUBLIC_URL === undefined && isLoopback(env.HOST);
  const alone = unreached && env.DATABASE_URL === undefined;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    secretKey: env.SECRET_KEY,
    campusName: env.CAMPUS_NAME,
    campusEmailDomains: env.CAMPUS_EMAIL_DOMAINS,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    adminEmails: env.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    trustedProxies: env.TRUSTED_PROXIES,
    hstsSubdomains: env.HSTS_SUBDOMAINS ?? false,
    metricsToken: env.METRICS_TOKEN,
    stopGraceSeconds: env.STOP_GRACE_SECONDS ?? (env.DATABASE_URL === undefined ? 0 : 3),
    maxSockets: env.MAX_SOCKETS,
    ...together(env),
    vapidSubject: env.VAPID_SUBJECT,
    logLevel: env.LOG_LEVEL,
    payments: paymentsMode(env, unreached),
    demo: { fill: env.DEMO ?? alone, knownPasswords: alone && env.TRUSTED_PROXIES.length === 0 },
  };
}

/** Variables that are only valid together. */
function together(
  env: z.infer<typeof environment>,
): Pick<Config, 'adsense' | 'smtp' | 'oidc' | 'clerk' | 's3'> {
  const { ADSENSE_PUBLISHER_ID, ADSENSE_SLOT_ID, SMTP_URL, MAIL_FROM } = env;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, CLERK_PUBLISHABLE_KEY, CLERK_SECRET_KEY } = env;
  const adsense = allOrNone({ ADSENSE_PUBLISHER_ID, ADSENSE_SLOT_ID });
  const smtp = allOrNone({ SMTP_URL, MAIL_FROM });
  const oidc = allOrNone({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  const clerk = allOrNone({ CLERK_PUBLISHABLE_KEY, CLERK_SECRET_KEY });
  if (oidc !== null && clerk !== null)
    throw refusal(
      "OIDC_ISSUER, CLERK_PUBLISHABLE_KEY: use either the university's own sign-in or Clerk, not both",
    );
  if (clerk !== null && modeOf(clerk.CLERK_PUBLISHABLE_KEY) !== modeOf(clerk.CLERK_SECRET_KEY))
    throw refusal('CLERK_PUBLISHABLE_KEY, CLERK_SECRET_KEY: one is a test key, the other a live one');
  return {
    s3: s3Config(env),
    adsense: adsense && { publisherId: adsense.ADSENSE_PUBLISHER_ID, slotId: adsense.ADSENSE_SLOT_ID },
    smtp: smtp && { url: smtp.SMTP_URL, from: smtp.MAIL_FROM },
    oidc: oidc && {
      issuer: oidc.OIDC_ISSUER,
      clientId: oidc.OIDC_CLIENT_ID,
      clientSecret: oidc.OIDC_CLIENT_SECRET,
    },
    clerk: clerk && { publishableKey: clerk.CLERK_PUBLISHABLE_KEY, secretKey: clerk.CLERK_SECRET_KEY },
  };
}

/** `S3_REGION` matters to few stores, but is part of every signature. */
function s3Config(env: z.infer<typeof environment>): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  const s3 = allOrNone({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY });
  if (s3 === null) {
    const alone = (['S3_REGION', 'S3_PUBLIC_URL'] as const).find((name) => env[name] !== undefined);
    if (alone !== undefined) throw refusal(`${alone}: needs the other variables S3_…`);
    return null;
  }
  return {
    endpoint: s3.S3_ENDPOINT,
    region: env.S3_REGION ?? 'us-east-1',
    bucket: s3.S3_BUCKET,
    accessKeyId: s3.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    publicUrl: env.S3_PUBLIC_URL ?? null,
  };
}

function allOrNone<N extends string>(variables: Record<N, string | undefined>): Record<N, string> | null {
  const names = Object.keys(variables) as N[];
  const missing = names.filter((name) => variables[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length === 0) return variables as Record<N, string>;
  const given = names.filter((name) => variables[name] !== undefined);
  throw refusal(`${missing.join(', ')}: required with ${given.join(', ')}`);
}

/** 'test' or 'live'. */
const modeOf = (key: string) => key.split('_')[1];

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (host.startsWith('127.') && isIPv4(host));

/**
 * The keys come together and have one mode. Without them payments use the sandbox, except on a public server:
 * strangers would mistake it for real payments, or get purchases for free.
 */
function paymentsMode(env: z.infer<typeof environment>, unreached: boolean): PaymentsMode {
  const given = {
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: env.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
  };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) {
    if (env.PAYMENTS !== undefined) return { kind: env.PAYMENTS };
    return { kind: unreached ? 'sandbox' : 'off' };
  }
  if (missing.length > 0)
    throw refusal(`${missing.join(', ')}: required, because the Stripe keys work only together`);
  const secretKey = given.STRIPE_SECRET_KEY!;
  const publishableKey = given.STRIPE_PUBLISHABLE_KEY!;
  if (modeOf(secretKey) !== modeOf(publishableKey))
    throw refusal('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: one is a test key, the other a live one');
  if (env.PAYMENTS === 'sandbox')
    throw refusal('PAYMENTS, STRIPE_SECRET_KEY: use either the sandbox or Stripe, not both');
  if (env.PAYMENTS === 'off') return { kind: 'off' };
  return { kind: 'stripe', secretKey, publishableKey, webhookSecret: given.STRIPE_WEBHOOK_SECRET! };
}

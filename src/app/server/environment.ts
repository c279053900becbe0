import { isPublishableKey } from '@clerk/shared/keys';
import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { email } from '#features/accounts/contract.ts';
import { DEFAULT_LISTING_DAYS } from '#features/books/rules.ts';
import { DEFAULT_HUE, hueNames, isEmailDomain, isTimeZone } from '#features/campus/rules.ts';
import { isOnEarth } from '#features/neighbors/rules.ts';
import { remoteSources } from '#features/editions/rules.ts';
import { marketVariables } from './market/market-variables.ts';
import { tracingVariables } from '#platform/server/tracing/tracing-config.ts';
import { isTrustedProxy } from '#platform/server/http/trusted-proxies.ts';

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const listOf = (isEntry: (text: string) => boolean, error: string) =>
  list.refine((entries) => entries.every(isEntry), { error }).default([]);
const isEmail = (text: string) => email.safeParse(text).success;
const isbnLookup = list
  .transform((names) => names.filter((name) => name !== 'off'))
  .pipe(
    z.array(z.enum(remoteSources, { error: "must be 'off', or a list of 'openlibrary' and 'googlebooks'" })),
  );
/** A text of this form. The error follows the name of the variable. */
const matching = (form: RegExp, error: string) => z.string().regex(form, { error }).optional();
const passing = (isValid: (text: string) => boolean, error: string) => z.string().refine(isValid, { error });
const text = z.string().min(1).optional();
/** `max` counts code points, as the settings of a campus do. */
const upTo = (max: number) =>
  passing((value) => [...value].length <= max, `must have at most ${max} characters`).optional();
const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be a URL that begins with 'postgres://'" })
  .optional();
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be a URL that begins with 'https://' or 'http://'" })
  .transform((value) => value.replace(/\/+$/, ''));

/** Google's id of a publisher, with or without the prefix `ca-` that its script requires. */
const adsensePublisher = z
  .string()
  .regex(/^(ca-)?pub-\d{10,20}$/, { error: 'must look like pub-0000000000000000' })
  .transform((id) => (id.startsWith('ca-') ? id : `ca-${id}`));

const isDay = (text: string) => z.iso.date().safeParse(text).success;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i;
/** Only digits at the end: an IP address, and a wrong one. */
const NUMERIC_END = /(^|\.)\d+\.?$/;
const isHost = (text: string) => isIP(text) !== 0 || (HOST_NAME.test(text) && !NUMERIC_END.test(text));

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (host.startsWith('127.') && isIPv4(host));

const COORDINATES = /^(-?\d{1,2}(?:\.\d{1,10})?),\s*(-?\d{1,3}(?:\.\d{1,10})?)$/;
const coordinates = z.string().transform((text, context) => {
  const [, latitude, longitude] = COORDINATES.exec(text.trim())?.map(Number) ?? [];
  if (latitude !== undefined && longitude !== undefined && isOnEarth({ latitude, longitude }))
    return { latitude, longitude };
  context.addIssue({ code: 'custom', message: 'must be a latitude and a longitude, as 41.8781,-87.6298' });
  return z.NEVER;
});

/** All environment variables. Each is optional; `.env.example` documents them. */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: passing(isHost, 'must be a host name or an IP address, without a port').default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  SECRET_KEY: z.string().min(32, { error: 'needs at least 32 characters' }).optional(),
  CAMPUS_NAME: upTo(100),
  CAMPUS_COLOR: z.enum(hueNames, { error: `must be one of ${hueNames.join(', ')}` }).default(DEFAULT_HUE),
  CAMPUS_COORDINATES: coordinates.optional(),
  CAMPUS_TIME_ZONE: passing(isTimeZone, "isn't a time zone. Use a name such as America/New_York").optional(),
  ...marketVariables,
  CAMPUS_EMAIL_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .refine((domains) => domains.every(isEmailDomain), { error: 'must be a list of domains' })
    .default([]),
  LEGAL_NAME: upTo(200),
  LEGAL_ADDRESS: upTo(500),
  LEGAL_EMAIL: passing(isEmail, 'must be an email').optional(),
  LEGAL_PERSON: upTo(200),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_REPLICA_URL: databaseUrl,
  DATABASE_ADMIN_URL: databaseUrl,
  CONTROL_DATABASE_URL: databaseUrl,
  DATABASE_SYNCHRONOUS_STANDBY: flag.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a URL that begins with 'redis://'" }).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: text,
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "isn't the name of a bucket"),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PUBLIC_URL: httpUrl.optional(),
  ADMIN_EMAILS: listOf(isEmail, 'must be a list of emails'),
  TRUSTED_PROXIES: listOf(isTrustedProxy, 'must be a list of IP addresses or networks, as 10.0.0.0/8'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be a URL that begins with 'smtp://'" }).optional(),
  MAIL_FROM: z.string().min(3).max(300).optional(),
  VAPID_SUBJECT: matching(/^(mailto:\S+@\S+|https:\/\/\S+)$/, "must begin with 'mailto:' or 'https://'"),
  OIDC_ISSUER: httpUrl
    .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), {
      error: 'must begin with https://',
    })
    .optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  CLERK_PUBLISHABLE_KEY: passing(isPublishableKey, "isn't a publishable key of Clerk").optional(),
  CLERK_SECRET_KEY: matching(/^sk_(test|live)_\S+$/, "needs a key that begins with 'sk_test_' or 'sk_live_'"),
  HSTS_SUBDOMAINS: flag.optional(),
  OPERATOR_HOST: passing(isHost, 'must be a host name, without a port').optional(),
  OPERATOR_EMAILS: listOf(isEmail, 'must be a list of emails'),
  METRICS_TOKEN: z.string().min(16).optional(),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(5).optional(),
  MAX_SOCKETS: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
  MAX_OPEN_MARKETS: z.coerce.number().int().min(1).max(10_000).default(200),
  ADSENSE_PUBLISHER_ID: adsensePublisher.optional(),
  ADSENSE_SLOT_ID: matching(/^\d{4,20}$/, 'must be digits'),
  LISTING_DAYS: z.coerce.number().int().min(8).max(3650).default(DEFAULT_LISTING_DAYS),
  APPROVE_FIRST_LISTING: flag.optional(),
  SEMESTER_ENDS: listOf(isDay, 'must be dates like 2026-12-18'),
  ISBN_LOOKUP: isbnLookup.default(['openlibrary']),
  OPEN_LIBRARY_URL: httpUrl.default('https://openlibrary.org'),
  GOOGLE_BOOKS_URL: httpUrl.default('https://www.googleapis.com'),
  GOOGLE_BOOKS_API_KEY: z.string().max(200).optional(),
  ...tracingVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  STRIPE_SECRET_KEY: matching(
    /^(sk|rk)_(test|live)_\w+$/,
    "needs a key that begins with 'sk_test_' or 'sk_live_'",
  ),
  STRIPE_PUBLISHABLE_KEY: matching(
    /^pk_(test|live)_\w+$/,
    "needs a key that begins with 'pk_test_' or 'pk_live_'",
  ),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_\S+$/, "needs a secret that begins with 'whsec_'"),
  PAYMENTS: z.enum(['sandbox', 'off']).optional(),
  DEMO: flag.optional(),
});

export type Environment = z.output<typeof environment>;

import { isPayable } from '#features/payments/stripe-amounts.ts';
import type { Market } from '#platform/shared/market/market.ts';
import { createMarket } from '#platform/shared/market/create-market.ts';
import { defaultMarket } from '#platform/shared/market/default-market.ts';
import { describeIssue } from '#platform/server/describe-issue.ts';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { word } from '#platform/shared/texts/word.ts';
import { toTracingConfig } from '#platform/server/tracing/tracing-config.ts';
import type { S3Config } from '#platform/server/storage/s3-storage.ts';
import type { IsbnLookupConfig } from '#features/editions/server/mount.ts';
import type { PaymentsMode } from '#features/payments/server/provider/open-provider.ts';
import { environment, isLoopback, type Environment } from './environment.ts';

export type Config = ReturnType<typeof readConfig>;

/** The message names the variable. */
export class ConfigError extends Error {}

/** Proxies ask each second whether a process still takes requests. */
const PROXY_GRACE_SECONDS = 3;

const refusal = (lines: string) => new ConfigError(`The configuration isn't valid:\n  ${lines}`);

/** For the messages of this file, which are English. */
const localeOf = createLocaleOf(defaultMarket);

/** Reads the environment. An empty variable counts as absent. */
export function readConfig(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given, {
    error: (issue) => word(describeIssue(issue, ''), localeOf('en')).trimStart(),
  });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`);
    throw refusal(lines.join('\n').trimStart());
  }
  const env = parsed.data;
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[name] !== undefined && env.DATABASE_URL === undefined)
      throw refusal(`${name}: needs DATABASE_URL, too`);
  const unreached = env.PUBLIC_URL === undefined && isLoopback(env.HOST);
  const alone = unreached && env.DATABASE_URL === undefined;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    secretKey: env.SECRET_KEY,
    ...campusOf(env),
    market: marketOf(env),
    databaseUrl: env.DATABASE_URL,
    /** Past the pooler of `databaseUrl`. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** For reads that may be some seconds old. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** A role that creates databases and roles, for the commands of several markets. The server does not use it. */
    databaseAdminUrl: env.DATABASE_ADMIN_URL,
    /** The directory of several markets, if it is not in `databaseUrl`. */
    controlDatabaseUrl: env.CONTROL_DATABASE_URL,
    /** Writes are to wait for a second server, so that none is lost with the first one. */
    expectsSynchronousStandby: env.DATABASE_SYNCHRONOUS_STANDBY ?? false,
    redisUrl: env.REDIS_URL,
    adminEmails: env.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    ...operatorsOf(env),
    trustedProxies: env.TRUSTED_PROXIES,
    hstsSubdomains: env.HSTS_SUBDOMAINS ?? false,
    metricsToken: env.METRICS_TOKEN,
    /** How long a stopping process still accepts requests, so that proxies find out first. */
    stopGraceSeconds: env.STOP_GRACE_SECONDS ?? (alone ? 0 : PROXY_GRACE_SECONDS),
    maxSockets: env.MAX_SOCKETS,
    maxOpenMarkets: env.MAX_OPEN_MARKETS,
    ...together(env),
    vapidSubject: env.VAPID_SUBJECT,
    listingDays: env.LISTING_DAYS,
    semesterEnds: env.SEMESTER_ENDS,
    isbnLookup: isbnLookupConfig(env),
    logLevel: env.LOG_LEVEL,
    tracing: toTracingConfig(env),
    payments: paymentsMode(env, unreached),
    /** Whether an empty database gets the demo campus, and whether its passwords may be the printed ones. */
    demo: { fill: env.DEMO ?? alone, knownPasswords: alone && env.TRUSTED_PROXIES.length === 0 },
  };
}

function operatorsOf(env: Environment) {
  const operatorHost = env.OPERATOR_HOST?.toLowerCase().replace(/\.$/, '');
  if (env.PUBLIC_URL !== undefined && new URL(env.PUBLIC_URL).hostname === operatorHost)
    throw refusal('OPERATOR_HOST: is the host of PUBLIC_URL. The page of operators needs another one');
  return {
    /** The host of the operators' page, which no market has; undefined: there is no page. */
    operatorHost,
    operatorEmails: env.OPERATOR_EMAILS.map((email) => email.toLowerCase()),
  };
}

const campusOf = (env: Environment) => ({
  campusName: env.CAMPUS_NAME,
  campusColor: env.CAMPUS_COLOR,
  campusCoordinates: env.CAMPUS_COORDINATES ?? null,
  campusEmailDomains: env.CAMPUS_EMAIL_DOMAINS,
  /** Who answers for the product by law. */
  legal: {
    name: env.LEGAL_NAME ?? null,
    address: env.LEGAL_ADDRESS ?? null,
    email: env.LEGAL_EMAIL ?? null,
    person: env.LEGAL_PERSON ?? null,
  },
});

function marketOf(env: Environment): Market {
  const market = createMarket({
    languages: env.CAMPUS_LANGUAGES,
    region: env.CAMPUS_REGION,
    timeZone: env.CAMPUS_TIME_ZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: env.CAMPUS_CURRENCY,
    prices: env.CAMPUS_PRICES,
    approveFirstListing: env.APPROVE_FIRST_LISTING,
  });
  const { prices, currency } = market;
  if (prices.smallestOffer >= prices.highest)
    throw refusal('CAMPUS_PRICES: smallest-offer must be below highest');
  for (const [name, price] of Object.entries({ boost: prices.boost, 'ad-free': prices.adFree }))
    if (!isPayable(price, currency.code))
      throw refusal(
        `CAMPUS_PRICES: ${name} cannot be paid by card in ${currency.code}. Round it to its last digits`,
      );
  return market;
}

/** Variables that are only valid together. */
function together(env: Environment) {
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

function isbnLookupConfig(env: Environment): IsbnLookupConfig {
  if (env.ISBN_LOOKUP.includes('googlebooks') && env.GOOGLE_BOOKS_API_KEY === undefined)
    throw refusal("GOOGLE_BOOKS_API_KEY: required with 'googlebooks' in ISBN_LOOKUP");
  return {
    sources: env.ISBN_LOOKUP,
    openLibraryUrl: env.OPEN_LIBRARY_URL,
    googleBooksUrl: env.GOOGLE_BOOKS_URL,
    googleBooksKey: env.GOOGLE_BOOKS_API_KEY ?? null,
  };
}

/** `S3_REGION` matters to few stores, but is part of every signature. */
function s3Config(env: Environment): S3Config | null {
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

/** Without keys the sandbox, except on a public server: strangers would mistake it for real payments. */
function paymentsMode(env: Environment, unreached: boolean): PaymentsMode {
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

import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import { expect, it } from 'vitest';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import { ConfigError, readConfig } from './config.ts';

const keys = (mode: string) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_4eC39HqLyjWDarjtT1zdp7dc`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_TYooMQauvdEDq54NiTphI7jx`,
  STRIPE_WEBHOOK_SECRET: 'whsec_5f2a',
});
const PUBLIC_URL = 'https://bookswap.example.edu';

it('uses the sandbox on a server for this machine only, and closes payments on a public one without keys', () => {
  expect(readConfig({}).payments).toEqual({ kind: 'sandbox' });
  expect(readConfig({ HOST: '::1', DATABASE_URL: 'postgres://db.example/bookswap' }).payments).toEqual({
    kind: 'sandbox',
  });
  expect(readConfig({ PUBLIC_URL }).payments).toEqual({ kind: 'off' });
  for (const HOST of ['0.0.0.0', '::', '192.0.2.7']) {
    expect(readConfig({ HOST }).payments).toEqual({ kind: 'off' });
    expect(readConfig({ HOST, PAYMENTS: 'sandbox' }).payments).toEqual({ kind: 'sandbox' });
  }
  expect(readConfig({ PUBLIC_URL, PAYMENTS: 'sandbox' }).payments).toEqual({ kind: 'sandbox' });
  expect(readConfig({ PAYMENTS: 'off' }).payments).toEqual({ kind: 'off' });
});

it('accepts Stripe’s keys of either mode', () => {
  for (const mode of ['test', 'live']) {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = keys(mode);
    expect(readConfig({ ...keys(mode), PUBLIC_URL }).payments).toEqual({
      kind: 'stripe',
      secretKey,
      publishableKey,
      webhookSecret: 'whsec_5f2a',
    });
  }
  const restricted = { ...keys('live'), STRIPE_SECRET_KEY: 'rk_live_4eC39HqLyjWDarjtT1zdp7dc' };
  expect(readConfig(restricted).payments).toMatchObject({ kind: 'stripe' });
  expect(readConfig({ ...keys('live'), PAYMENTS: 'off' }).payments).toEqual({ kind: 'off' });
});

const oidc = { OIDC_ISSUER: 'https://login.example/', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'secret' };
const clerk = {
  CLERK_PUBLISHABLE_KEY: `pk_test_${btoa('clerk.campus.example$')}`,
  CLERK_SECRET_KEY: 'sk_test_1',
};

it('reads the university’s sign-in without a trailing slash, and Clerk’s keys', () => {
  expect(readConfig(oidc).oidc?.issuer).toBe('https://login.example');
  expect(readConfig({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:8080' }).oidc).not.toBeNull();
  expect(readConfig(clerk).clerk).toEqual({
    publishableKey: clerk.CLERK_PUBLISHABLE_KEY,
    secretKey: 'sk_test_1',
  });
  expect(readConfig({})).toMatchObject({ oidc: null, clerk: null });
});

it.each([
  ['a part of the keys', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY|STRIPE_WEBHOOK_SECRET'],
  ['no secret key', { ...keys('test'), STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY'],
  ['a malformed secret key', { ...keys('test'), STRIPE_SECRET_KEY: 'pk_test_swapped' }, 'STRIPE_SECRET_KEY'],
  [
    'a malformed publishable key',
    { ...keys('test'), STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
    'STRIPE_PUBLISHABLE_KEY',
  ],
  ['a malformed secret', { ...keys('test'), STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET'],
  [
    'keys of two modes',
    { ...keys('test'), STRIPE_SECRET_KEY: keys('live').STRIPE_SECRET_KEY },
    'STRIPE_SECRET_KEY|STRIPE_PUBLISHABLE_KEY',
  ],
  ['the sandbox beside a live key', { ...keys('live'), PAYMENTS: 'sandbox' }, 'PAYMENTS|STRIPE_SECRET_KEY'],
  ['the sandbox beside a test key', { ...keys('test'), PAYMENTS: 'sandbox' }, 'PAYMENTS|STRIPE_SECRET_KEY'],
  ['a part of a bucket', { S3_BUCKET: 'photos' }, 'S3_ENDPOINT|S3_ACCESS_KEY_ID'],
  ['a CDN without a bucket', { S3_PUBLIC_URL: 'https://photos.example' }, 'S3_PUBLIC_URL'],
  ['a part of the university’s sign-in', { OIDC_ISSUER: oidc.OIDC_ISSUER }, 'OIDC_CLIENT_ID'],
  ['a university’s sign-in in the clear', { ...oidc, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER'],
  ['a publishable key that names no host', { ...clerk, CLERK_PUBLISHABLE_KEY: 'pk_test_x' }, 'CLERK_PUBLI'],
  [
    'keys of two modes of Clerk',
    { ...clerk, CLERK_SECRET_KEY: 'sk_live_1' },
    'CLERK_PUBLISHABLE_KEY|CLERK_SECRET_KEY',
  ],
  ['Clerk beside the university', { ...clerk, ...oidc }, 'OIDC_ISSUER|CLERK_PUBLISHABLE_KEY'],
  ['a proxy that is no address', { TRUSTED_PROXIES: '127.0.0.1, zz' }, 'TRUSTED_PROXIES'],
  ['the network of nobody', { TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
  ['a network of everybody', { TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES'],
  ['a mask with gaps', { TRUSTED_PROXIES: '10.0.0.0/255.0.255.0' }, 'TRUSTED_PROXIES'],
  ['the mask of another family', { TRUSTED_PROXIES: 'fd00::/255.0.0.0' }, 'TRUSTED_PROXIES'],
  ['a path as host', { HOST: 'bad/host' }, 'HOST: must be a host name'],
  ['a URL as host', { HOST: 'http://127.0.0.1' }, 'HOST: must be a host name'],
  ['a host with its port', { HOST: '127.0.0.1:3000' }, 'HOST: must be a host name'],
  ['an IP address out of range', { HOST: '127.0.0.256' }, 'HOST: must be a host name'],
  ['an admin without a domain', { ADMIN_EMAILS: 'ruth@northfield.example,nomail' }, 'ADMIN_EMAILS'],
  ['a word as domain', { CAMPUS_EMAIL_DOMAINS: 'northfield' }, 'CAMPUS_EMAIL_DOMAINS: must be'],
  ['a word as port', { PORT: 'many' }, 'PORT: must be a number'],
  ['a port out of range', { PORT: '70000' }, 'PORT: must be at most 65,535'],
  ['a short token', { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: must have at least 16 characters'],
  ['another database', { DATABASE_URL: 'mysql://db' }, 'DATABASE_URL: must be a URL that begins with'],
  ['a replica alone', { DATABASE_REPLICA_URL: 'postgres://db' }, 'DATABASE_REPLICA_URL: needs'],
  ['a direct address alone', { DATABASE_DIRECT_URL: 'postgres://db' }, 'DATABASE_DIRECT_URL: needs'],
  ['a name as public URL', { PUBLIC_URL: 'books.example' }, 'PUBLIC_URL: must be a URL'],
  ['another level of the log', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error'],
  ['a city that is no time zone', { CAMPUS_TIME_ZONE: 'Boston' }, "CAMPUS_TIME_ZONE: isn't a time zone. Use"],
  ['an offset as time zone', { CAMPUS_TIME_ZONE: '-05:00' }, "CAMPUS_TIME_ZONE: isn't a time zone. Use"],
  ['no currency', { CAMPUS_CURRENCY: 'EURO' }, "CAMPUS_CURRENCY: isn't a currency of ISO 4217"],
  ['a currency in lower case', { CAMPUS_CURRENCY: 'eur' }, 'CAMPUS_CURRENCY: isn'],
  [
    'a language without a catalogue',
    { CAMPUS_LANGUAGES: 'es,xx' },
    `CAMPUS_LANGUAGES: must be one of ${LANGUAGES.join(', ')}`,
  ],
  ['a language as region', { CAMPUS_REGION: 'english' }, "CAMPUS_REGION: isn't a country of ISO 3166"],
  ['an unknown price', { CAMPUS_PRICES: 'boost=299,lowest=1' }, 'CAMPUS_PRICES: must be a list as boost=299'],
  ['a price with decimals', { CAMPUS_PRICES: 'boost=2.99' }, 'CAMPUS_PRICES: must be a list as boost=299'],
  ['a price beyond 32 bits', { CAMPUS_PRICES: 'highest=3000000000' }, 'CAMPUS_PRICES: must be a list'],
  [
    'no room for offers',
    { CAMPUS_PRICES: 'highest=100' },
    'CAMPUS_PRICES: smallest-offer must be below highest',
  ],
  [
    'a price that cards cannot pay',
    { CAMPUS_CURRENCY: 'KWD', CAMPUS_PRICES: 'boost=755' },
    'CAMPUS_PRICES: boost cannot be paid by card in KWD',
  ],
  ['listings of a week', { LISTING_DAYS: '7' }, 'LISTING_DAYS: must be at least 8'],
  ['a day that does not exist', { SEMESTER_ENDS: '2026-02-30' }, 'SEMESTER_ENDS: must be dates like'],
  ['an unknown library', { ISBN_LOOKUP: 'openlibrary,amazon' }, "ISBN_LOOKUP: must be 'off', or a list"],
  ['Google Books without a key', { ISBN_LOOKUP: 'googlebooks' }, 'GOOGLE_BOOKS_API_KEY: required'],
  ['another word for the payments', { PAYMENTS: 'stripe' }, 'PAYMENTS'],
])('does not start with %s, and says which variable it is', (_what, variables, names) => {
  let refused: unknown;
  try {
    readConfig(variables);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(ConfigError);
  const { message } = refused as ConfigError;
  for (const name of names.split('|')) expect(message).toContain(name);
  // Plain English, without the words of the validator.
  expect(message).not.toMatch(/expected|received|Invalid|Too (small|big)|NaN/);
  // A key never appears in a log.
  expect(message).not.toMatch(/_(test|live)_\w{2}/);
});

it('listens on names and addresses', () => {
  const hosts = ['localhost', 'books_1.example.edu', '0.0.0.0', '::', '::1', 'fe80::1%eth0', '127.books.edu'];
  expect(hosts.map((HOST) => readConfig({ HOST }).host)).toEqual(hosts);
});

it('reads lists of proxies, emails and domains, which the server accepts', async () => {
  const TRUSTED_PROXIES =
    '127.0.0.1, 10.0.0.0/8,172.16.0.0/255.240.0.0,fd00::/8,::1,::ffff:10.1.2.3,loopback';
  const config = readConfig({
    TRUSTED_PROXIES,
    ADMIN_EMAILS: 'Ruth@Northfield.example, dean@northfield.example',
    CAMPUS_EMAIL_DOMAINS: 'Northfield.example',
  });
  expect(config.trustedProxies).toHaveLength(7);
  expect(config.adminEmails).toEqual(['ruth@northfield.example', 'dean@northfield.example']);
  expect(config.campusEmailDomains).toEqual(['northfield.example']);
  const { trustedProxies } = config;
  const http = await createHttpServer({ logLevel: 'silent', trustedProxies });
  await http.close();
});

it('publishes demo passwords only where no one else can reach the server', () => {
  const isPublished = (variables: Parameters<typeof readConfig>[0]) =>
    readConfig(variables).demo.knownPasswords;
  for (const alone of [{}, { HOST: 'localhost' }, { HOST: '127.0.0.2' }, { HOST: '::1' }])
    expect([alone, isPublished(alone)]).toEqual([alone, true]);
  const reachable = [
    { PUBLIC_URL: 'http://127.0.0.1:3000' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    { DATABASE_URL: 'postgres://localhost/books' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '127.books.example.edu' },
  ];
  for (const variables of reachable) expect([variables, isPublished(variables)]).toEqual([variables, false]);
});

it('reads a market with its languages, currency and prices', () => {
  const { market } = readConfig({
    CAMPUS_LANGUAGES: 'es, en, es',
    CAMPUS_REGION: 'MX',
    CAMPUS_CURRENCY: 'MXN',
    CAMPUS_PRICES: 'boost=4900, highest=2000000',
    CAMPUS_TIME_ZONE: 'America/Mexico_City',
  });
  expect(market).toEqual({
    approveFirstListing: false,
    languages: ['es', 'en'],
    region: 'MX',
    timeZone: 'America/Mexico_City',
    currency: { code: 'MXN', digits: 2 },
    prices: { boost: 4_900, adFree: 10_000, highest: 2_000_000, smallestOffer: 2_000, step: 2_000 },
  });
});

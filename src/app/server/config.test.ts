import { expect, it } from 'vitest';
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
    const given = keys(mode);
    expect(readConfig({ ...given, PUBLIC_URL }).payments).toEqual({
      kind: 'stripe',
      secretKey: given.STRIPE_SECRET_KEY,
      publishableKey: given.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET,
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
  [
    'a part of the keys',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ],
  ['no secret key', { ...keys('test'), STRIPE_SECRET_KEY: '' }, ['STRIPE_SECRET_KEY']],
  [
    'a malformed secret key',
    { ...keys('test'), STRIPE_SECRET_KEY: 'pk_test_swapped' },
    ['STRIPE_SECRET_KEY'],
  ],
  [
    'a malformed publishable key',
    { ...keys('test'), STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
    ['STRIPE_PUBLISHABLE_KEY'],
  ],
  ['a malformed secret', { ...keys('test'), STRIPE_WEBHOOK_SECRET: 'secret' }, ['STRIPE_WEBHOOK_SECRET']],
  [
    'keys of two modes',
    { ...keys('test'), STRIPE_SECRET_KEY: keys('live').STRIPE_SECRET_KEY },
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ],
  [
    'the sandbox beside a live key',
    { ...keys('live'), PAYMENTS: 'sandbox' },
    ['PAYMENTS', 'STRIPE_SECRET_KEY'],
  ],
  [
    'the sandbox beside a test key',
    { ...keys('test'), PAYMENTS: 'sandbox' },
    ['PAYMENTS', 'STRIPE_SECRET_KEY'],
  ],
  ['a part of a bucket', { S3_BUCKET: 'photos' }, ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID']],
  ['a CDN without a bucket', { S3_PUBLIC_URL: 'https://photos.example' }, ['S3_PUBLIC_URL']],
  ['a part of the university’s sign-in', { OIDC_ISSUER: oidc.OIDC_ISSUER }, ['OIDC_CLIENT_ID']],
  ['a university’s sign-in in the clear', { ...oidc, OIDC_ISSUER: 'http://login.example' }, ['OIDC_ISSUER']],
  ['a publishable key that names no host', { ...clerk, CLERK_PUBLISHABLE_KEY: 'pk_test_x' }, ['CLERK_PUBLI']],
  [
    'keys of two modes of Clerk',
    { ...clerk, CLERK_SECRET_KEY: 'sk_live_1' },
    ['CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY'],
  ],
  ['Clerk beside the university', { ...clerk, ...oidc }, ['OIDC_ISSUER', 'CLERK_PUBLISHABLE_KEY']],
  ['another word for the payments', { PAYMENTS: 'stripe' }, ['PAYMENTS']],
])('does not start with %s, and says which variable it is', (_what, variables, names) => {
  let refused: unknown;
  try {
    readConfig(variables);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(ConfigError);
  const { message } = refused as ConfigError;
  for (const name of names) expect(message).toContain(name);
  // A key never appears in a log.
  expect(message).not.toMatch(/_(test|live)_\w{2}/);
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

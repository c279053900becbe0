import { expect, it } from 'vitest';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { readConfig } from '../config.ts';
import { readMarketConfig } from './market-config.ts';

const variables = {
  PORT: '3000',
  DATA_DIR: '/data',
  PUBLIC_URL: 'https://northfield.example:8443',
  SECRET_KEY: 'the secret of the installation, long enough',
  DATABASE_URL: 'postgres://one@127.0.0.1/one',
  DATABASE_REPLICA_URL: 'postgres://one@127.0.0.2/one',
  CAMPUS_NAME: 'Northfield',
  ADMIN_EMAILS: 'ruth@northfield.example',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Northfield books <books@mail.example>',
  TRUSTED_PROXIES: '10.0.0.0/8',
};
const installation = readConfig(variables);
const entry: MarketEntry = {
  number: 17,
  name: 'westfield',
  state: 'active',
  reason: null,
  hosts: ['westfield.example', 'west.example'],
  cell: 'main',
  database: { url: 'postgres://m17@127.0.0.1/m17' },
  settings: { CAMPUS_NAME: 'West"field', SECRET_KEY: 'the derived secret of westfield, long enough' },
  version: 1,
};

it('another market has the process part of the environment, and nothing of the first market', () => {
  const config = readMarketConfig(entry, variables, installation);
  expect(config).toMatchObject({
    campusName: 'West"field',
    publicUrl: 'https://westfield.example:8443',
    dataDir: '/data/markets/m17',
    databaseUrl: 'postgres://m17@127.0.0.1/m17',
    databaseReplicaUrl: undefined,
    secretKey: 'the derived secret of westfield, long enough',
    adminEmails: [],
    payments: { kind: 'off' },
    trustedProxies: ['10.0.0.0/8'],
    smtp: { url: 'smtp://mail.example', from: '"Westfield" <books@mail.example>' },
  });
  expect(JSON.stringify(config)).not.toMatch(/northfield|Northfield|sk_test/);
});

it('the first market is the installation, with what the directory changes', () => {
  const first = { ...entry, number: 1, settings: {} };
  expect(readMarketConfig(first, variables, installation)).toBe(installation);
  const changed = readMarketConfig({ ...first, settings: { CAMPUS_NAME: 'New' } }, variables, installation);
  expect(changed).toEqual({ ...installation, campusName: 'New' });
});

it('settings that are not valid name their variable', () => {
  const wrong = { ...entry, settings: { ...entry.settings, LISTING_DAYS: 'many' } };
  expect(() => readMarketConfig(wrong, variables, installation)).toThrow('LISTING_DAYS');
});

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './tests/support/server/postgres-cluster.ts';

const onServer = [
  'src/**/server/**/*.test.ts',
  'src/{app,demo}/**/*.test.ts',
  'tests/{http,upgrade}/**/*.test.ts',
];
const withEmbeddedServer = ['packages/embedded-postgresql/**/*.test.ts'];
const inTree = ['**/node_modules/**', '**/dist/**'];

const env = {
  NODE_ENV: 'test',
  // Processes that tests start compile each module once for all of them.
  NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
};

/** So do they start in half the time. */
const REMEMBER_MODULES = pathToFileURL(join(import.meta.dirname, 'scripts/remember-modules.mjs')).href;

/** What does not use the server of the run: once is enough. */
const withoutDatabase = [
  'src/platform/server/{images,http,events,storage}/**/*.test.ts',
  'src/platform/server/**/token-bucket.test.ts',
  'src/features/*/server/**/find-university.test.ts',
  'src/app/server/config.test.ts',
  // Each runs an embedded server.
  'src/platform/server/database/embedded-database.test.ts',
  'tests/http/database-restart.test.ts',
  'tests/http/backup/backup-of-embedded-database.test.ts',
  'tests/upgrade/**/*.test.ts',
  // The roles of a market belong to the whole server, and others make the same ones there.
  'tests/http/operator/**/*.test.ts',
];

/** What differs between the embedded server and an external one: connections that break, other roles. */
const external = ['**/*.external.test.ts'];

/** Files of one worker share its database, so modules are kept. */
const server = {
  include: onServer,
  exclude: [...inTree, ...external],
  isolate: false,
  env: { ...env, NODE_OPTIONS: `--import ${REMEMBER_MODULES}` },
  // Only for what hangs: a test that goes through hundreds of histories takes its time on a machine that
  // others use.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // A queue looks every two seconds if nothing wakes it.
  expect: { poll: { timeout: 15_000 } },
  setupFiles: ['tests/support/server/fail-on-console.ts'],
};

const withExternalPostgres = {
  ...server,
  globalSetup: ['tests/support/server/external-postgres-global-setup.ts'],
};

const hasExternalPostgres = Boolean(findPostgres() || process.env.TEST_DATABASE_URL);

export default defineConfig({
  test: {
    pool: 'forks',
    // Many server tests wait for processes, timeouts and the disk: one more worker uses the cores meanwhile.
    maxWorkers: availableParallelism() + 1,
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          css: { modules: { classNameStrategy: 'non-scoped' } },
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/{support,deploy}/**/*.test.ts',
            'tests/cluster/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'packages/**/*.test.ts',
          ],
          exclude: [...inTree, ...onServer, ...withEmbeddedServer],
          env,
          testTimeout: 60_000,
          setupFiles: ['tests/support/server/fail-on-console.ts', 'tests/support/texts/english.ts'],
        },
      },
      {
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          environment: 'happy-dom',
          env,
          testTimeout: 60_000,
          setupFiles: ['tests/support/server/fail-on-console.ts', 'tests/support/texts/english.ts'],
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          exclude: inTree,
          // Each worker reads the tree once.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          // The files that take longest wait half of their time, for processes and timeouts.
          maxWorkers: availableParallelism() + 2,
          include: [...onServer, ...withEmbeddedServer],
          globalSetup: ['tests/support/server/embedded-postgres-global-setup.ts'],
        },
      },
      // `npm run test:cluster` builds the product before.
      {
        test: {
          name: 'cluster',
          include: ['tests/cluster/**/*.spec.ts'],
          exclude: inTree,
          env,
          maxWorkers: 1,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      // So does `npm run test:engines`. Each engine is one file, with a product of its own.
      {
        test: {
          name: 'engines',
          include: ['tests/engines/*.spec.ts'],
          exclude: inTree,
          env,
          retry: process.env.CI ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'containers',
          include: ['tests/containers/**/*.spec.ts'],
          exclude: inTree,
          // Caddy makes the certificate of the test itself.
          env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // Machines without the binaries are told so at the end of `npm test`.
      ...(hasExternalPostgres
        ? [
            {
              test: {
                ...withExternalPostgres,
                name: 'postgres',
                env: { ...server.env, TEST_DATABASE_ENGINE: 'external' },
                exclude: [...inTree, ...external, ...withoutDatabase],
              },
            },
            {
              test: {
                ...withExternalPostgres,
                name: 'external',
                include: external,
                exclude: inTree,
                maxWorkers: 1,
              },
            },
          ]
        : []),
    ],
  },
});

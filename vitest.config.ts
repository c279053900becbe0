import { defineConfig } from 'vitest/config';
import { findPostgres } from './tests/support/postgres-cluster.ts';

const onServer = ['src/**/server/**/*.test.ts', 'src/app/**/*.test.ts', 'tests/http/**/*.test.ts'];
const inTree = ['**/node_modules/**', '**/dist/**'];

/** On the server, but nowhere near a database: once is enough. */
const withoutDatabase = [
  'src/platform/server/{pictures,http,events,storage}/**/*.test.ts',
  'src/platform/server/**/{token-bucket,wire-messages,statement-policy}.test.ts',
  'src/features/*/server/**/{decode-form,stripe-fixtures,find-university}.test.ts',
  'src/app/config.test.ts',
];

/** What goes through a database runs once on each engine; files of one worker share its engine, so modules are kept. */
const server = {
  include: onServer,
  exclude: inTree,
  isolate: false,
  // Only for what hangs: a test that goes through hundreds of histories takes its time on a machine that others use.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // A queue looks every two seconds if nothing wakes it.
  expect: { poll: { timeout: 15_000 } },
  setupFiles: ['tests/support/silent-console.ts'],
};

const postgres = {
  test: {
    ...server,
    exclude: [...inTree, ...withoutDatabase],
    name: 'postgres',
    env: { TEST_ENGINE: 'postgres', NODE_ENV: 'test' },
    globalSetup: ['tests/support/postgres-for-run.ts'],
  },
};

export default defineConfig({
  test: {
    pool: 'forks',
    // Left to itself a run keeps one core free: half of a small machine.
    maxWorkers: '100%',
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/support/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...inTree, ...onServer],
          env: { NODE_ENV: 'test' },
          testTimeout: 20_000,
          setupFiles: ['tests/support/silent-console.ts'],
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          exclude: inTree,
          testTimeout: 20_000,
        },
      },
      { test: { ...server, name: 'embedded', env: { TEST_ENGINE: 'embedded', NODE_ENV: 'test' } } },
      // Machines without the binaries are told so at the end of `npm test`.
      ...(findPostgres() || process.env.TEST_POSTGRES_URL ? [postgres] : []),
    ],
  },
});

import { defineConfig } from 'vitest/config';

/** The tests of features, beside a database: Stryker cannot select projects of the product's configuration. */
export default defineConfig({
  test: {
    include: ['src/features/**/*.test.ts'],
    exclude: ['**/*.external.test.ts'],
    isolate: false,
    env: { NODE_ENV: 'test' },
    // A change may let a test wait for what never comes.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 5_000 } },
    setupFiles: ['tests/support/server/fail-on-console.ts'],
    globalSetup: ['tests/support/server/embedded-postgres-global-setup.ts'],
  },
});

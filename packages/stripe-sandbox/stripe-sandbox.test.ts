import { expect, it } from 'vitest';
import { MemoryStorage } from './testing/memory-storage.ts';
import { testKeys } from './testing/test-sandbox.ts';
import { createStripeSandbox, type SandboxKeys } from './stripe-sandbox.ts';

const create = (keys: Partial<SandboxKeys>) =>
  createStripeSandbox({
    storage: new MemoryStorage(),
    clock: { now: () => new Date('2026-09-01T08:00:00.000Z') },
    log: { error() {} },
    keys: { ...testKeys, ...keys },
    sendWebhook: async () => 200,
    takePoint: () => true,
  });

it.each([{ secretKey: 'sk_live_1' }, { secretKey: 'rk_live_1' }, { publishableKey: 'pk_live_1' }])(
  'refuses to start with %o',
  (keys) => {
    expect(() => create(keys)).toThrow(/starts with keys (sk|pk)_test_… only/);
  },
);

it('starts with test keys', () => {
  expect(() => create({})).not.toThrow();
});

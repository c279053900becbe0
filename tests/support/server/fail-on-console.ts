/**
 * A test fails if product code writes to the console: unexpected output hides real warnings. A test that
 * expects output replaces the method itself (`vi.spyOn(console, 'warn').mockImplementation(...)`).
 */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
const originals = methods.map((method) => console[method]);
const written: string[] = [];

beforeAll(() => {
  methods.forEach((method, index) => {
    console[method] = (...values: unknown[]) => {
      written.push(`console.${method}: ${values.map(String).join(' ')}`);
      originals[index]?.apply(console, values);
    };
  });
});

// The files of one worker share modules and console, so each file restores the original methods.
afterAll(() => {
  methods.forEach((method, index) => {
    const original = originals[index];
    if (original) console[method] = original;
  });
});

afterEach(() => {
  const seen = written.splice(0);
  expect(seen, 'the console stays silent in tests').toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { removeFeatures } from './lean-react.ts';
import { type Features, unusedFeatures } from './unused-features.ts';

const nothing: Features = { tags: [], cases: {}, functions: {}, assigned: [], replacements: [] };
const parse = (source: string) => parseSync('react.js', source).program;
const without = (source: string, features: Partial<Features>) =>
  removeFeatures(source, parse, { ...nothing, ...features });

const run = (source: string, fiber: unknown): unknown =>
  runInNewContext(`'use strict';${source};commit(fiber)`, { fiber });

test('removes a case, and keeps its variables for the others', () => {
  const source = `function commit(fiber) {
    switch (fiber.tag) {
      case 26: var kept = 1; return 'left';
      case 5: kept = 2; return kept;
      default: return 'other';
    }
  }`;
  const lean = without(source, { tags: [26] });
  expect(lean).not.toContain("'left'");
  expect(run(lean, { tag: 5 })).toBe(2);
  expect(run(lean, { tag: 26 })).toBe('other');
});

test('keeps the statements that another case falls through into', () => {
  const source = `function commit(fiber) {
    var seen = [];
    switch (fiber.tag) {
      case 31:
      case 13:
      case 19: seen.push('boundary'); break;
      case 27: seen.push('singleton');
      case 26:
      case 5: seen.push('host');
    }
    return seen.join();
  }`;
  const lean = without(source, { tags: [19, 26, 27, 31] });
  expect(run(lean, { tag: 13 })).toBe('boundary');
  expect(run(lean, { tag: 5 })).toBe('host');
  expect(run(lean, { tag: 27 })).toBe('');
  expect(lean).not.toContain('singleton');
});

test('replaces comparisons with a removed tag by their result, and keeps other numbers', () => {
  const source = 'function commit(fiber) { return [30 === fiber.tag, fiber.tag !== 30, 30 === fiber.lane] }';
  expect(run(without(source, { tags: [30] }), { tag: 30, lane: 30 })).toEqual([false, true, true]);
});

test('replaces bodies of functions and texts, and removes assignments', () => {
  const source = `function commit(lanes) { return [wait(), (lanes & 48) === lanes, typeof List.prototype.add] }
    function wait() { return 'long' }
    function List() {}
    List.prototype.add = List.prototype.push = function () {};`;
  const lean = without(source, {
    functions: { wait: "return 'never'" },
    assigned: ['List.prototype'],
    replacements: [[/\((\w+) & 48\) === \1/, '!1']],
  });
  expect(run(lean, 16)).toEqual(['never', false, 'undefined']);
});

test.each([
  ['functions', { functions: { gone: '' } }],
  ['assigned', { assigned: ['Gone.prototype'] }],
  ['cases', { cases: { gone: [7] } }],
  ['replacements', { replacements: [[/gone/, '']] as const }],
])('throws for a name of %s that is not in the source', (_kind, features) => {
  expect(() => without('function commit(fiber) {}', features)).toThrow('has no');
});

/** A package of react-dom, not one of the product. */
const SCHEDULER = 'scheduler';

test.each(Object.entries(unusedFeatures))('finds every name of the list in %s', (name, features) => {
  const require = createRequire(import.meta.url);
  const client = dirname(require.resolve('react-dom/client'));
  const folders = {
    react: join(dirname(require.resolve('react')), 'cjs'),
    'react-dom': join(client, 'cjs'),
    scheduler: join(dirname(createRequire(join(client, 'client.js')).resolve(SCHEDULER)), 'cjs'),
  };
  const folder = Object.values(folders).find((path) => existsSync(join(path, name)))!;
  const source = readFileSync(join(folder, name), 'utf8');
  const lean = removeFeatures(source, parse, features);
  expect(parseSync('react.js', lean).errors).toEqual([]);
  expect(lean.length).toBeLessThan(source.length * 0.95);
});

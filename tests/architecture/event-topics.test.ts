import { expect, test } from 'vitest';
import { product } from './source-tree.ts';

test('every topic of the event bus is declared once: topics of the same name would receive each other’s events', () => {
  const declared = product.flatMap(({ path, code }) =>
    [...code.matchAll(/defineTopic<[^>]*>\(\s*'([^']+)'/g)].map((match) => ({ name: match[1], path })),
  );
  const names = declared.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(declared.filter(({ name }, index) => names.indexOf(name) !== index)).toEqual([]);
});

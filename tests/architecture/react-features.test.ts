/** What `packages/lean-react` leaves out of the browser's React is not used. */
import { expect, test } from 'vitest';
import { unusedExports } from '#packages/lean-react/unused-features.ts';
import { product } from './source-tree.ts';

/** `<title>` in a drawing stays where it is; nothing here draws one either. */
const HEAD_ELEMENTS = /<(?:html|head|body|title|link|meta|base|style|script)[\s/>]/;
const OTHERS = /<[a-z]+-[a-z-]+[\s/>]|<Fragment[^>]* ref=|<form\b[^>]*? action=\{|\bformAction=/;

const browserFiles = product.filter(({ path }) => path.startsWith('src/') && path.endsWith('.tsx'));

test('no module imports it from React', () => {
  const found = product.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => /^react(?:-dom(?:\/client)?)?$/.test(specifier))
      .flatMap(({ names }) => names ?? [])
      .filter((name) => unusedExports.test(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(product.some(({ imports }) => imports.some(({ specifier }) => specifier === 'react'))).toBe(true);
  expect(found).toEqual([]);
});

test('no component has an element of the head, a custom element, a ref of a fragment or an action of a form', () => {
  expect(browserFiles.length).toBeGreaterThan(100);
  const found = browserFiles.flatMap(({ path, code }) =>
    [HEAD_ELEMENTS, OTHERS].flatMap((pattern) => {
      const match = pattern.exec(code);
      return match === null ? [] : [`${path}: ${match[0]}`];
    }),
  );
  expect(found).toEqual([]);
});

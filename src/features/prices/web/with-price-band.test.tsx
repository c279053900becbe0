import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SimilarCopies } from './with-price-band.tsx';

it.each([
  ['sold', 3, 'from 3 sales'],
  ['sold', 12, 'from 12 sales'],
  ['listed', 3, 'from 3 listings'],
  ['listed', 40, 'from 40 listings'],
] as const)('a band of %s copies, %i of them, rests on: %s', (basis, sampleSize, text) => {
  const band = { low: 1_800, median: 2_200, high: 2_600, basis, sampleSize };
  expect(renderToStaticMarkup(<SimilarCopies band={band} />)).toBe(
    `Similar copies here: <b>$18.00–$26.00</b>, ${text}`,
  );
});

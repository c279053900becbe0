import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import fixture from './cover.fixture.json' with { type: 'json' };
import { coverArt } from './cover-art.ts';
import {
  COLORS,
  deriveCover,
  splitTitle,
  PATTERNS,
  formatAuthors,
  fitTextSize,
  fitTitleSize,
} from './cover-rules.ts';
import { Cover } from './cover.tsx';
import { provideCoverArt } from './cover-drawing.tsx';
import { keepDrawings } from './keep-drawings.ts';

provideCoverArt(coverArt);

const book = fc.record({
  title: fc.string({ unit: 'grapheme' }),
  author: fc.string({ unit: 'grapheme' }),
  isbn: fc.option(fc.string()),
});

describe('the drawn cover', () => {
  test.each(fixture)('matches the design: $book.title', ({ book: drawn, derived, markup }) => {
    expect(deriveCover(drawn)).toEqual(derived);
    // React escapes more characters than hand-written markup
    const written = renderToStaticMarkup(<Cover book={drawn} />)
      .replaceAll('&gt;', '>')
      .replaceAll('&#x27;', "'");
    expect(written).toBe(markup);
  });

  test('exists for every book, with all numbers in range', () => {
    fc.assert(
      fc.property(book, (any) => {
        const derived = deriveCover(any);
        expect(PATTERNS).toContain(derived.pattern);
        expect(derived.color).toBeGreaterThanOrEqual(0);
        expect(derived.color).toBeLessThan(COLORS);
        expect([0, 1, 2, 3]).toContain(derived.variant);
        expect(coverArt(derived)).not.toMatch(/NaN|undefined|Infinity/);
        expect([1, 2, 3, 4, 5]).toContain(fitTitleSize(any.title, derived.pattern));
      }),
    );
  });

  test('is the same for the same book', () => {
    expect(deriveCover({ title: 'CAFÉ', author: 'A' })).toEqual(
      deriveCover({ title: 'Cafe\u0301', author: 'a', isbn: null }),
    );
  });

  test('never uses larger type in less space', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 72 }),
        fc.integer({ min: 1, max: 96 }),
        (title, width, height) => {
          const here = fitTextSize(title, width, height);
          expect([1, 2, 3, 4, 5]).toContain(here);
          expect(fitTextSize(title, width + 8, height + 8)).toBeLessThanOrEqual(here);
        },
      ),
    );
  });

  test.each([
    ['Marketing Management', 'bands', 3],
    ['Chemistry', 'cloth', 3],
    ['Dracula', 'blanche', 2],
    ['Little Lilith', 'bands', 1],
  ] as const)('keeps the widest word of %s whole', (title, pattern, size) => {
    expect(fitTitleSize(title, pattern)).toBeGreaterThanOrEqual(size);
  });

  test('splits a title without losing a letter', () => {
    fc.assert(
      fc.property(fc.string(), (full) => {
        const { title, subtitle, edition } = splitTitle(full);
        expect(full.startsWith(title)).toBe(true);
        expect(full.endsWith(edition)).toBe(true);
        expect(full).toContain(subtitle);
      }),
    );
    expect(splitTitle('Campbell Biology, 11th Edition')).toEqual({
      title: 'Campbell Biology',
      subtitle: '',
      edition: '11th Edition',
    });
    expect(splitTitle('Design Patterns: Elements of Reuse').subtitle).toBe('Elements of Reuse');
  });

  test('shortens author names', () => {
    expect(formatAuthors('A. B. Horowitz, Winfield Hill')).toEqual({
      short: 'Horowitz · Hill',
      long: 'A. B. Horowitz, Winfield Hill',
    });
    expect(formatAuthors('A X, B Y, C Z, D W')).toEqual({ short: 'X et al.', long: 'A X, B Y and others' });
  });
});

test('a server draws a cover once, and keeps the covers that it used last', () => {
  const drawn: number[] = [];
  const draw = keepDrawings(({ hash }) => {
    drawn.push(hash);
    return `<path d="M${hash} 0"/>`;
  }, 2);
  const design = (hash: number) => ({ ...deriveCover({ title: 'A', author: 'B' }), hash });
  const asked = [1, 1, 2, 1, 3, 1, 2].map((hash) => draw(design(hash)));
  expect(drawn).toEqual([1, 2, 3, 2]);
  expect(asked.at(-1)).toBe('<path d="M2 0"/>');
});

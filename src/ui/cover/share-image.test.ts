import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import fixture from './cover.fixture.json' with { type: 'json' };
import { coverDrawing } from './cover-svg.ts';
import { COVER_COLORS, hex, LIGHT, type Oklch } from './palette.ts';
import { shareImageSvg } from './share-image.ts';
import { measure, wrap } from './svg-text.ts';

const sheet = (name: string) => readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8');
const oklch = (text: string): Oklch => text.trim().split(/\s+/).map(Number) as unknown as Oklch;

describe('images rendered outside a browser', () => {
  test('have the colors of the style sheets', () => {
    const covers = sheet('cover-colors.css');
    COVER_COLORS.forEach((colors, i) => {
      const block = new RegExp(`data-color='${i}'\\] \\{([^}]*)\\}`).exec(covers)?.[1] ?? '';
      const stand = Object.fromEntries(
        [...block.matchAll(/--cv-(\w): oklch\(([^)]*)\)/g)].map(([, name, value]) => [
          name,
          oklch(value ?? ''),
        ]),
      );
      expect(stand).toEqual(colors);
    });
    const tokens = sheet('tokens.css');
    for (const [name, value] of Object.entries(LIGHT)) {
      const found =
        new RegExp(`--${name}:\\s*(?:light-dark\\(\\s*)?oklch\\(([^)]*)\\)`).exec(tokens)?.[1] ?? '';
      expect([name, oklch(found)]).toEqual([name, value]);
    }
    expect(hex(LIGHT.accent)).toBe('#135639');
  });

  test.each(fixture)('show $book.title', async ({ book }) => {
    expect(coverDrawing(book)).not.toMatch(/class=|var\(|oklch|NaN|undefined/);
    const picture = sharp(
      Buffer.from(shareImageSvg({ ...book, priceLabel: '$68.00', campus: 'Northfield University' })),
    );
    expect(await picture.png().metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  test('are well-formed for any title', async () => {
    const title = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\u0000<&"]]>\ud800'));
    await fc.assert(
      fc.asyncProperty(title, title, async (any, author) => {
        const svg = shareImageSvg({ title: any, author, priceLabel: '$0.00' });
        await sharp(Buffer.from(svg)).metadata();
      }),
      { numRuns: 40 },
    );
  });

  test('wrap lines without overflow or lost words', () => {
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 12 }),
        fc.integer({ min: 4, max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (text, width, max) => {
          const lines = wrap(text, width, max);
          expect(lines.length).toBeLessThanOrEqual(max);
          for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
          if (!lines.at(-1)?.endsWith('…'))
            expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
    );
  });
});

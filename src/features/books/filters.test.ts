import { MAX_AMOUNT } from '#platform/shared/market/market.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookFilters, filterNames, formatFilters, parseFilters, readFilter } from './filters.ts';
import { bookLimits } from './rules.ts';

const parse = (query: string) => parseFilters(new URLSearchParams(query));

const text = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: max })
    .map((value) => value.replaceAll('\0', '').slice(0, max).toWellFormed().trim())
    .filter((value) => value !== '' && value !== 'All');
const cents = fc.integer({ min: 1, max: MAX_AMOUNT - 1 });

const anyFilters: fc.Arbitrary<BookFilters> = fc
  .record(
    {
      search: text(200),
      subject: text(bookLimits.subject),
      course: fc.stringMatching(/^[A-Z]{2,4}[0-9]{3}$/),
      minPrice: cents,
      maxPrice: fc.oneof(fc.constant(0), cents),
      minCondition: fc.constantFrom('Like New', 'Excellent', 'Good', 'Fair' as const),
      accessCode: fc.constant('unused' as const),
      hasPhotos: fc.constant(true as const),
      sort: fc.constantFrom('newest' as const, 'price' as const),
    },
    { requiredKeys: [] },
  )
  .map(({ minPrice, ...others }) =>
    minPrice === undefined || minPrice > (others.maxPrice ?? minPrice) ? others : { ...others, minPrice },
  );

describe('filters', () => {
  it('are the same after they were written to a URL and read again', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const query = formatFilters(filters).toString();
        expect(parse(query)).toEqual(filters);
        expect(formatFilters(parse(query)).toString()).toBe(query);
      }),
    );
  });

  it('have one form for any text of a URL', () => {
    const anyValue = fc.oneof(fc.string(), fc.constantFrom('0', '1', '007', 'All', 'Poor', 'price', 'ﬀ 1'));
    const anyQuery = fc.array(fc.tuple(fc.constantFrom(...filterNames), anyValue));
    fc.assert(
      fc.property(anyQuery, (pairs) => {
        const filters = parseFilters(new URLSearchParams(pairs));
        expect(parseFilters(formatFilters(filters))).toEqual(filters);
      }),
    );
  });

  it.each([
    'search=&subject=&minPrice=&sort=',
    'search=%20&subject=All&minPrice=0&maxPrice=1999999999&minCondition=Poor&sort=relevance',
    'q=x&limit=5',
  ])('restrict nothing in %s', (query) => {
    expect(parse(query)).toEqual({});
  });

  it.each([
    'minPrice=-1',
    'minPrice=1.5',
    'maxPrice=2000000000',
    'maxPrice=99999999999999999999',
    'maxPrice=1e3',
    'minCondition=good',
    'minCondition=Mint',
    'accessCode=used',
    'hasPhotos=0',
    'sort=views',
    'course=%20-',
    'search=%00',
    `search=${'x'.repeat(201)}`,
    `subject=${'x'.repeat(51)}`,
  ])('ignore %s and keep the others', (query) => {
    expect(parse(`${query}&subject=History`).subject ?? 'History').toBe('History');
    expect({ ...parse(`subject=History&${query}`), subject: undefined }).toEqual({});
    const [[name, value]] = [...new URLSearchParams(query)] as [[(typeof filterNames)[number], string]];
    expect(readFilter(name, value)).toBeNull();
  });

  it('read each filter', () => {
    expect(
      parse(
        'search=+organic+chem&subject=Science&course=math+101&minPrice=500&maxPrice=6000&minCondition=Good&accessCode=unused&hasPhotos=1&sort=price',
      ),
    ).toEqual({
      search: 'organic chem',
      subject: 'Science',
      course: 'MATH101',
      minPrice: 500,
      maxPrice: 6000,
      minCondition: 'Good',
      accessCode: 'unused',
      hasPhotos: true,
      sort: 'price',
    });
    expect(parse('maxPrice=0')).toEqual({ maxPrice: 0 });
    expect(parse('minPrice=100&maxPrice=99')).toEqual({ maxPrice: 99 });
  });
});

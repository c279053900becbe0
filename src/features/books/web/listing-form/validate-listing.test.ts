import { expect, test } from 'vitest';
import { bookLimits } from '../../rules.ts';
import { changedFields, emptyListing, subjectsFor } from './listing-values.ts';
import { toListingErrors, validateField, validateListing, withoutMissingPhotos } from './validate-listing.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { MAX_PRICE_CENTS } from '../../max-price.ts';

const typed = {
  ...emptyListing,
  title: 'The Art of Electronics, 3rd Edition',
  author: 'Paul Horowitz, Winfield Hill',
  condition: 'Good',
  priceDisplay: '54',
};

test('title, author, condition and price are required, the rest is optional', () => {
  expect(validateListing(emptyListing)).toEqual({
    problems: {
      title: 'Title is required',
      author: 'Author is required',
      condition: 'Choose a condition',
      priceDisplay: 'Price is required',
    },
  });
  expect(validateListing(typed)).toEqual({
    input: {
      title: typed.title,
      author: typed.author,
      isbn: null,
      subject: null,
      condition: 'Good',
      conditionDetails: null,
      price: 5400,
      description: null,
      images: [],
      courses: [],
    },
  });
});

test('a free book costs nothing, and a price has its bounds', () => {
  expect(validateListing({ ...typed, priceDisplay: '0' })).toMatchObject({ input: { price: 0 } });
  expect(validateListing({ ...typed, priceDisplay: '-1' })).toEqual({
    problems: { priceDisplay: "Price can't be negative" },
  });
  expect(validateListing({ ...typed, priceDisplay: String(MAX_PRICE_CENTS / 100 + 0.01) })).toEqual({
    problems: { priceDisplay: `Price can be at most ${formatPrice(MAX_PRICE_CENTS)}` },
  });
  expect(validateListing({ ...typed, priceDisplay: 'ask me' })).toEqual({
    problems: { priceDisplay: 'Enter a price in dollars, like 12.50' },
  });
});

test('a field is validated when it loses the focus, an empty one not yet', () => {
  const wrongDigit = { ...emptyListing, isbn: '978-0-521-80926-8' };
  expect(validateField(wrongDigit, 'isbn')).toBe("This isn't a valid ISBN. Check the digits.");
  expect(validateField({ ...emptyListing, isbn: '978-0-521-80926-9' }, 'isbn')).toBeUndefined();
  expect(validateField(emptyListing, 'isbn')).toBeUndefined();
  expect(validateField(emptyListing, 'priceDisplay')).toBeUndefined();
  expect(validateField({ ...emptyListing, title: 'x'.repeat(bookLimits.title + 1) }, 'title')).toBe(
    'Title can have at most 200 characters',
  );
});

test("the server's errors appear at their fields", () => {
  expect(
    toListingErrors([
      { path: 'price', message: 'Price is required' },
      { path: 'title', message: 'first' },
      { path: 'title', message: 'second' },
      { path: 'images.1', message: "You didn't upload this photo" },
      { path: 'nowhere', message: 'lost' },
      { path: '', message: 'lost too' },
    ]),
  ).toEqual({
    priceDisplay: 'Price is required',
    title: 'first',
    images: 'Some photos are missing. Please add them again.',
  });
  expect(withoutMissingPhotos(['a', 'b', 'c'], [{ path: 'images.1', message: '' }])).toEqual(['a', 'c']);
});

test('an edit sends only changed fields', () => {
  const after = { ...typed, priceDisplay: '50', description: 'Dog-eared' };
  const read = validateListing(after);
  if (!('input' in read)) throw new Error('readable');
  expect(changedFields(typed, after, read.input)).toEqual({ price: 5000, description: 'Dog-eared' });
  expect(changedFields(after, after, read.input)).toEqual({});
});

test('a subject that the form does not offer is kept', () => {
  expect(subjectsFor({ ...emptyListing, subject: 'Biology' })[0]).toBe('Biology');
  expect(subjectsFor({ ...emptyListing, subject: 'History' })).toEqual(subjectsFor(emptyListing));
});

import { testMarket } from '#tests/support/test-market.ts';
import { expect, test } from 'vitest';
import { bookInput } from '../../contract.ts';
import { bookLimits } from '../../rules.ts';
import {
  emptyListing,
  type ListingValues,
  pickChanged,
  readListing,
  subjectsFor,
  validateField,
} from './listing-values.ts';
import { formatMoney } from '#platform/shared/money.ts';

const { highest } = testMarket.prices;

const typed = {
  ...emptyListing,
  title: 'The Art of Electronics, 3rd Edition',
  author: 'Paul Horowitz, Winfield Hill',
  condition: 'Good',
  price: '54',
};

/** The first error of each field. */
const errorsOf = (values: ListingValues) =>
  Object.fromEntries(
    readListing(values)
      .errors.toReversed()
      .map(({ path, message }) => [path, message]),
  );

test('title, author, condition and price are required, the rest is optional', () => {
  expect(errorsOf(emptyListing)).toEqual({
    title: 'Title is required',
    author: 'Author is required',
    condition: 'Choose a condition',
    price: 'Price is required',
  });
  const { input, errors } = readListing(typed);
  expect(errors).toEqual([]);
  expect(bookInput.parse(input)).toEqual({
    title: typed.title,
    author: typed.author,
    isbn: null,
    subject: 'General',
    condition: 'Good',
    conditionDetails: null,
    price: 5400,
    description: null,
    images: [],
    courses: [],
  });
});

test.each([
  ['-1', "Price can't be negative"],
  [String(highest / 100 + 0.01), `Price can be at most ${formatMoney(highest)}`],
  ['ask me', 'Enter a price in dollars, like 12.50'],
  ['0', undefined],
])('of the price %j says: %s', (price, error) => {
  expect(errorsOf({ ...typed, price }).price).toBe(error);
});

test('a field is validated when it loses the focus, an empty one not yet', () => {
  const wrongDigit = { ...emptyListing, isbn: '978-0-521-80926-8' };
  expect(validateField(wrongDigit, 'isbn')).toBe("This isn't a valid ISBN. Check the digits.");
  expect(validateField({ ...emptyListing, isbn: '978-0-521-80926-9' }, 'isbn')).toBeUndefined();
  expect(validateField(emptyListing, 'isbn')).toBeUndefined();
  expect(validateField(emptyListing, 'price')).toBeUndefined();
  expect(validateField({ ...emptyListing, title: 'x'.repeat(bookLimits.title + 1) }, 'title')).toBe(
    'Title can have at most 200 characters',
  );
});

test('an edit sends only changed fields', () => {
  const after = { ...typed, price: '50', description: 'Dog-eared' };
  const { input } = readListing(after);
  expect(pickChanged(input, typed, after)).toEqual({ price: 5000, description: 'Dog-eared' });
  expect(pickChanged(input, after, after)).toEqual({});
});

test('a subject that the form does not offer is kept', () => {
  expect(subjectsFor({ ...emptyListing, subject: 'Biology' })[0]).toBe('Biology');
  expect(subjectsFor({ ...emptyListing, subject: 'History' })).toEqual(subjectsFor(emptyListing));
});

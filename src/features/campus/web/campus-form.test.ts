import { expect, it } from 'vitest';
import type { CampusSettings } from '../contract.ts';
import { campusSchema, toCampusErrors, toCampusValues, type CampusValues } from './campus-form.ts';

const settings: CampusSettings = {
  name: 'Northfield',
  color: 'green',
  coordinates: { latitude: 41.8781, longitude: -87.6298 },
  emailDomains: ['northfield.edu'],
  languages: ['es', 'en'],
  timeZone: 'America/Chicago',
  prices: { boost: 299, adFree: 499 },
  approveFirstListing: false,
  legal: { name: null, address: null, email: null, person: null },
};
const read = (changes: Partial<CampusValues>) =>
  campusSchema['~standard'].validate({ ...toCampusValues(settings), ...changes });

it('reads back what it shows', () => {
  expect(read({})).toEqual({ value: settings });
});

it('takes the domain that is still in its field, and the first language before the others', () => {
  expect(read({ newDomain: ' @Alum.Northfield.edu', firstLanguage: 'en' })).toMatchObject({
    value: { emailDomains: ['northfield.edu', 'alum.northfield.edu'], languages: ['en', 'es'] },
  });
});

it('refuses a field that holds no setting', () => {
  const wrong = {
    newDomain: 'no domain',
    languages: [],
    boost: '',
    adFree: 'much',
    legalEmail: 'nobody',
    coordinates: '91, 0',
  };
  expect(read(wrong)).toMatchObject({
    issues: ['newDomain', 'languages', 'coordinates', 'legalEmail', 'boost', 'adFree'].map((field) => ({
      path: [field],
    })),
  });
});

it.each(['0', '-1', '99999999999'])('refuses the price %s as out of range', (price) => {
  expect(read({ boost: price, adFree: price })).toMatchObject({
    issues: [{ path: ['boost'] }, { path: ['adFree'] }],
  });
});

it('shows what the server refuses at the fields, a price in the words of the form', () => {
  const paths = ['prices.boost', 'prices.adFree', 'legal.email', 'emailDomains.0', 'name'];
  const errors = toCampusErrors(paths.map((path) => ({ path, message: 'Too small' })));
  expect(errors.map(({ path }) => path)).toEqual(['boost', 'adFree', 'legalEmail', 'newDomain', 'name']);
  expect(errors.map(({ message }) => message === 'Too small')).toEqual([false, false, true, true, true]);
});

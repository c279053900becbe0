import { expect, test } from 'vitest';
import { readIsbnBarcode, toEditionName, toFormSubject, toPublishedYear, withoutSeries } from './rules.ts';

test.each([
  ['5th ed.', '5th Edition'],
  ['Fifth edition', '5th Edition'],
  ['2', '2nd Edition'],
  ['21st edition', '21st Edition'],
  ['12th ed.', '12th Edition'],
  ['3rd edition, international', '3rd Edition'],
  ['Rev. ed.', 'Revised Edition'],
  ['Reprint', null],
  ['', null],
  ['1st Vintage Books ed.', '1st Edition'],
  ['2004', null],
  ['Second printing', null],
  ['2 vols', null],
  ['12th impression', null],
  ['Rev. 3rd ed.', '3rd Edition'],
  ['Secondary school edition', null],
])('the edition of %j is %j', (text, name) => {
  expect(toEditionName(text)).toBe(name);
});

test.each([
  ['March 2004', 2004],
  ['c1998', 1998],
  ['2004-03-01', 2004],
  ['20041', null],
  ['3005', null],
  ['n.d.', null],
])('the year of %j is %j', (text, year) => {
  expect(toPublishedYear(text, new Date('2026-09-01'))).toBe(year);
});

test.each([
  [['Organic Chemistry', 'Textbooks'], 'Science'],
  [['Textbooks', 'Linear algebra'], 'Mathematics'],
  [['Psychology'], 'Psychology'],
  [['Science fiction'], 'Fiction'],
  [['Non-fiction'], 'Non-Fiction'],
  [['Gardening'], null],
])('the subject of %j is %j', (subjects, subject) => {
  expect(toFormSubject(subjects)).toBe(subject);
});

test('a series in brackets is not part of the title', () => {
  expect(withoutSeries('The Hunger Games (The Hunger Games, #1)')).toBe('The Hunger Games');
  expect(withoutSeries('Algebra (with answers)')).toBe('Algebra (with answers)');
  expect(withoutSeries('(Series, #2)')).toBe('(Series, #2)');
  expect(withoutSeries('Ranma ½, Vol. 1 (Ranma ½ (US 2nd), #1)')).toBe('Ranma ½, Vol. 1');
});

test.each([
  ['ean_13', '9780262046305', '9780262046305'],
  ['ean_13', '9791034304271', '9791034304271'],
  // A digit misread, other goods, a sticker with an ISBN-10, and a code that only contains an ISBN.
  ['ean_13', '9780262046306', null],
  ['ean_13', '4006381333931', null],
  ['code_128', '026204630X', null],
  ['qr_code', '9780262046305', null],
  ['ean_13', '978026204630552495', null],
])('a barcode %s %s stands for the ISBN %s', (format, text, isbn) => {
  expect(readIsbnBarcode({ format, text })).toBe(isbn);
});

import { testMarket } from '#tests/support/test-market.ts';
import { describe, expect, it } from 'vitest';
import { toIsbn13 } from '#features/books/isbn.ts';
import { bookInput } from '#features/books/contract.ts';
import { isTestBook, isTestEmail, TEST_TITLE_PATTERN, sampleTextbooks } from './rules.ts';

const words = ['test', 'testing', 'dummy', 'sample', 'asdf', 'qwerty', 'lorem'];
const isTest = (title: string, price = 500) => isTestBook({ title, price }, testMarket.prices);

describe('the test titles', () => {
  it.each(words)('match %s as the first word, or alone with a number', (word) => {
    const upper = word.toUpperCase();
    const titles = [word, upper, `${word} book`, `${upper}: a book`, `"${word}" book`, `${word}_book`];
    const numbered = [`${word}1`, `${word} 2`, `${word}-3`, `${word}#04`, ` ${word}5!`];
    for (const title of [...titles, ...numbered]) expect([title, isTest(title)]).toEqual([title, true]);
  });

  it.each(words)('do not match %s inside of the title, or as the start of a longer word', (word) => {
    const others = [
      `A ${word}`,
      `${word}ament`,
      `${word}s`,
      `${word}-driven`,
      `${word}’s`,
      `x${word}`,
      `${word}é`,
    ];
    for (const title of [...others, `${word}2book`]) expect([title, isTest(title)]).toEqual([title, false]);
  });

  it('cost less than $10', () => {
    expect([0, 999, 1_000, 15_000].map((price) => isTest('Test', price))).toEqual([true, true, false, false]);
  });

  it('are found by the database query, with any characters around the word', () => {
    // JavaScript and PostgreSQL read it alike in ASCII.
    const asked = new RegExp(
      TEST_TITLE_PATTERN.replaceAll('[:alnum:]', 'a-z0-9').replaceAll('[:alpha:]', 'a-z'),
      'i',
    );
    const around = ['', ' ', '"', '-', '_', '1', '23', ':', 'x', "'", 'é', 'book'];
    const titles = words.flatMap((word) =>
      around.flatMap((before) => around.flatMap((after) => around.map((end) => before + word + after + end))),
    );
    const missed = titles.filter((title) => isTest(title) && !asked.test(title));
    expect(missed).toEqual([]);
    expect(titles.filter((title) => isTest(title)).length).toBeGreaterThan(500);
  });
});

it.each([
  ['test@northfield.edu', true],
  ['Test01@gmail.com', true],
  ['test.buyer@northfield.edu', true],
  ['maya@example.com', true],
  ['maya@mail.example.org', true],
  ['maya@northfield.example', true],
  ['maya@localhost', true],
  ['maya@x.invalid', true],
  ['maya@northfield.test', true],
  ['maya@demo.example', false],
  ['contest@northfield.edu', false],
  ['maya@example.edu', false],
  ['maya@myexample.com', false],
  ['maya@latest', false],
  ['maya@example.com.de', false],
])('%s is the address of a test user: %s', (email, expected) => {
  expect(isTestEmail(email)).toBe(expected);
});

it('are five samples as the specification names them, of real books, with valid listings', () => {
  const textbooks = sampleTextbooks(testMarket.prices);
  expect(textbooks.map(({ subject, condition, price }) => [subject, condition, price])).toEqual([
    ['Mathematics', 'Good', 15_000],
    ['Biology', 'Like New', 18_000],
    ['Economics', 'Fair', 12_000],
    ['Chemistry', 'Good', 16_000],
    ['Psychology', 'Like New', 14_000],
  ]);
  for (const textbook of textbooks) {
    expect(toIsbn13(textbook.isbn)).toBe(textbook.isbn);
    expect(bookInput.safeParse(textbook).success).toBe(true);
  }
});

import { expect, test } from 'vitest';
import { createReadConfirmation, type ScannedCode } from './rules.ts';

const book = (text: string): ScannedCode => ({ format: 'ean_13', text });
const [one, other] = [book('9780262046305'), book('9780439023481')];
const sweets = book('4006381333931');
const readBook = ({ text }: ScannedCode) => (text.startsWith('978') ? text : null);

test('a value counts once two pictures show it, also with others between', () => {
  const confirm = createReadConfirmation(readBook);
  expect(confirm([one])).toBeNull();
  expect(confirm([])).toBeNull();
  expect(confirm([other])).toBeNull();
  expect(confirm([one])).toEqual({ value: one.text });
});

test('one picture never confirms, however often the code is in it', () => {
  const confirm = createReadConfirmation(readBook);
  expect(confirm([one, one, one])).toBeNull();
});

test('two values in one picture wait for a picture of one', () => {
  const confirm = createReadConfirmation(readBook);
  for (let picture = 0; picture < 4; picture += 1) expect(confirm([one, other])).toBeNull();
  expect(confirm([other])).toEqual({ value: other.text });
});

test('another code is told after three pictures, and never beside a value', () => {
  const confirm = createReadConfirmation(readBook);
  expect(confirm([sweets])).toBeNull();
  expect(confirm([sweets])).toBeNull();
  expect(confirm([sweets])).toBe('other-code');
  expect(confirm([sweets])).toBe('other-code');
  expect(confirm([sweets, one])).toBeNull();
  expect(confirm([sweets, one])).toEqual({ value: one.text });
});

import { expect, test } from 'vitest';
import { createContinuousConfirmation, createReadConfirmation, type ScannedCode } from './rules.ts';

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

test('a scanner that stays open tells each code once, and again after it has left the picture', () => {
  const confirm = createContinuousConfirmation(readBook);
  let nowMs = 0;
  const show = (codes: ScannedCode[], pictures: number) =>
    Array.from({ length: pictures }, () => confirm(codes, (nowMs += 100))).filter((found) => found !== null);
  expect(show([one], 10)).toEqual([{ value: one.text }]);
  // A blink of the decoder is no second copy.
  expect(show([], 10)).toEqual([]);
  expect(show([one], 10)).toEqual([]);
  // The next book may come into the picture before the first one has left it.
  expect(show([one, other], 10)).toEqual([{ value: other.text }]);
  expect(show([], 20)).toEqual([]);
  expect(show([one], 10)).toEqual([{ value: one.text }]);
});

test('a scanner that stays open forgets what was misread long ago', () => {
  const confirm = createContinuousConfirmation(readBook);
  expect(confirm([one], 0)).toBeNull();
  for (let nowMs = 100; nowMs < 3_000; nowMs += 100) expect(confirm([], nowMs)).toBeNull();
  expect(confirm([one], 3_000)).toBeNull();
  expect(confirm([one], 3_100)).toEqual({ value: one.text });
});

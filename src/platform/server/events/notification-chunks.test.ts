import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinChunks, MAX_CHUNKS, splitIntoChunks } from './notification-chunks.ts';

const anyText = fc.string({
  unit: fc.constantFrom('a', ' ', '/', '"', '-', '1/2 '),
  maxLength: 20_000,
  size: 'max',
});

it('joins what it has split, also when the chunks of several texts mix', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const join = joinChunks();
      const [ofOne, ofOther] = [splitIntoChunks(one, 'id-1'), splitIntoChunks(other, 'id-2')];
      const joined: string[] = [];
      while (ofOne.length + ofOther.length > 0) {
        for (const chunk of [ofOne.shift(), ofOther.shift()]) {
          if (chunk === undefined) continue;
          expect(Buffer.byteLength(chunk)).toBeLessThan(8_000);
          const text = join(chunk);
          if (text !== null) joined.push(text);
        }
      }
      expect(joined.toSorted()).toEqual([one, other].toSorted());
    }),
    { numRuns: 50 },
  );
});

it('ignores a text that lacks a chunk, and other notifications', () => {
  const join = joinChunks();
  const [first, , third] = splitIntoChunks('x'.repeat(20_000), 'id-1');
  expect([join(first!), join(third!), join(''), join('hello')]).toEqual([null, null, null, null]);
  expect(join(splitIntoChunks('short', 'id-2')[0]!)).toBe('short');
});

it('takes no text of more chunks than are sent', () => {
  const join = joinChunks();
  const long = splitIntoChunks('x'.repeat(7_900 * MAX_CHUNKS + 1), 'id-1');
  expect(long).toHaveLength(MAX_CHUNKS + 1);
  expect(long.map(join)).toEqual(long.map(() => null));
  expect(long.slice(1).map(join).concat(join('id-2 1/99999 x'))).toEqual(long.map(() => null));
});

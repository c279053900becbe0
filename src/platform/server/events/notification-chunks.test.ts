import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinChunks, splitIntoChunks } from './notification-chunks.ts';

const anyText = fc.string({
  unit: fc.constantFrom('a', ' ', '/', '"', 'é', '中', '📚', '1/2 '),
  maxLength: 6_000,
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
  const [first, , third] = splitIntoChunks('x'.repeat(5_000), 'id-1');
  expect([join(first!), join(third!), join(''), join('hello')]).toEqual([null, null, null, null]);
  expect(join(splitIntoChunks('short', 'id-2')[0]!)).toBe('short');
});

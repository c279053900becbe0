import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removedPhoto, withPhotoBack } from './use-photo-undo.ts';

const photos = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 });

test('a removed photo returns to its position', () => {
  fc.assert(
    fc.property(photos, fc.nat(), (before, any) => {
      const at = any % before.length;
      const after = before.toSpliced(at, 1);
      const removed = removedPhoto(before, after)!;
      expect(removed).toEqual({ url: before[at], at });
      expect(withPhotoBack(after, removed)).toEqual(before);
      expect(withPhotoBack(before, removed)).toEqual(before);
    }),
  );
});

test('adding and moving remove nothing', () => {
  expect(removedPhoto([], ['a'])).toBeNull();
  expect(removedPhoto(['a', 'b'], ['b', 'a'])).toBeNull();
  expect(removedPhoto(['a', 'b'], ['a', 'b', 'c'])).toBeNull();
});

test('it returns at the end when the others are removed, too, and not at all when the list is full', () => {
  expect(withPhotoBack(['a'], { url: 'x', at: 3 })).toEqual(['a', 'x']);
  expect(withPhotoBack(['a', 'b', 'c', 'd', 'e'], { url: 'x', at: 1 })).toEqual(['a', 'b', 'c', 'd', 'e']);
});

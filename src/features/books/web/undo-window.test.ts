import { expect, test } from 'vitest';
import { TOAST_LONGEST_MS } from '#ui/overlays/toast-store.ts';
import { UNDO_WINDOW_MS } from '../rules.ts';

test('a toast closes before its Undo is refused, however long the pointer is on it', () => {
  expect(TOAST_LONGEST_MS).toBeLessThan(UNDO_WINDOW_MS);
});

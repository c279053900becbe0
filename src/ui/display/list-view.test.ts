import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { LIST_VIEW_SCRIPT } from './list-view.ts';

function viewAfter(kept: string | null): string | undefined {
  const documentElement = { dataset: {} as Record<string, string> };
  const localStorage = { getItem: () => kept };
  runInNewContext(LIST_VIEW_SCRIPT, { localStorage, document: { documentElement } });
  return documentElement.dataset['view'];
}

it('a document shows covers before its first paint where they were chosen, and rows otherwise', () => {
  expect(viewAfter('covers')).toBe('covers');
  expect(viewAfter(null)).toBeUndefined();
  expect(viewAfter('anything')).toBeUndefined();
});

it('a browser without storage shows rows', () => {
  const storage = { localStorage: undefined, document: {} };
  expect(() => runInNewContext(LIST_VIEW_SCRIPT, storage)).not.toThrow();
});

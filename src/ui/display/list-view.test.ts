import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { LIST_VIEW_SCRIPT, setListView } from './list-view.ts';

afterEach(() => vi.unstubAllGlobals());

type Image = { sizes: string; clientWidth: number };

/** A document whose head has run, in a browser that has kept this. */
function documentAfter(kept: string | null) {
  const documentElement = { dataset: {} as Record<string, string> };
  const onLoad: ((event: { target: Image }) => void)[] = [];
  const addEventListener = (_name: 'load', listener: (typeof onLoad)[number]) => onLoad.push(listener);
  const localStorage = { getItem: () => kept };
  runInNewContext(LIST_VIEW_SCRIPT, { localStorage, document: { documentElement, addEventListener } });
  const load = (image: Image) => {
    for (const listener of onLoad) listener({ target: image });
    return image.sizes;
  };
  return { view: documentElement.dataset['view'], load };
}

it('a document shows covers before its first paint where they were chosen, and rows otherwise', () => {
  expect(documentAfter('covers').view).toBe('covers');
  expect(documentAfter(null).view).toBeUndefined();
  expect(documentAfter('anything').view).toBeUndefined();
});

it('a photo of a row loads again in the size of a large cover', () => {
  expect(documentAfter('covers').load({ sizes: '72px', clientWidth: 157 })).toBe('157px');
  expect(documentAfter('covers').load({ sizes: '72px', clientWidth: 72 })).toBe('72px');
  expect(documentAfter('covers').load({ sizes: '100vw', clientWidth: 390 })).toBe('100vw');
  expect(documentAfter(null).load({ sizes: '72px', clientWidth: 157 })).toBe('72px');
});

it('a browser without storage shows rows', () => {
  const document = { documentElement: { dataset: {} }, addEventListener: () => {} };
  expect(() => runInNewContext(LIST_VIEW_SCRIPT, { document })).not.toThrow();
});

it('another view keeps the book in its place', () => {
  const dataset: Record<string, string> = {};
  const heightOf = () => (dataset['view'] === 'covers' ? 300 : 120);
  let scrolled = 500;
  const cards = Array.from({ length: 20 }, (_, at) => ({
    getBoundingClientRect: () => ({ top: at * heightOf() - scrolled }),
  }));
  vi.stubGlobal('document', {
    documentElement: { dataset },
    querySelectorAll: (selector: string) => (selector === 'article' ? cards : []),
  });
  vi.stubGlobal('localStorage', { setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('innerHeight', 844);
  vi.stubGlobal('scrollBy', (_x: number, by: number) => (scrolled += by));
  vi.stubGlobal('scrollY', 500);
  const topOfEighth = () => cards[7]!.getBoundingClientRect().top;
  const before = topOfEighth();
  setListView('covers');
  expect([before, topOfEighth(), scrolled]).toEqual([340, 340, 1_760]);
  setListView('rows');
  expect([topOfEighth(), scrolled]).toEqual([340, 500]);
});

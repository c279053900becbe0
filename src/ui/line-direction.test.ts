import { afterEach, expect, test, vi } from 'vitest';
import { arrowStep, lineDirection, scrolledBy } from './line-direction.ts';

const write = (dir: 'ltr' | 'rtl') => vi.stubGlobal('document', { documentElement: { dir } });
afterEach(() => vi.unstubAllGlobals());

test('the arrow that points along the line leads on', () => {
  write('ltr');
  expect(['ArrowRight', 'ArrowLeft', 'ArrowUp'].map(arrowStep)).toEqual([1, -1, 0]);
  write('rtl');
  expect(['ArrowRight', 'ArrowLeft', 'ArrowUp'].map((key) => arrowStep(key) + 0)).toEqual([-1, 1, 0]);
});

test('distances along the line count from its start', () => {
  write('rtl');
  expect(lineDirection()).toBe(-1);
  expect(scrolledBy({ scrollLeft: -390 } as Element)).toBe(390);
});

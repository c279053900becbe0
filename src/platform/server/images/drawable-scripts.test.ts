import { expect, test } from 'vitest';
import { findDrawableScripts, isDrawable } from './drawable-scripts.ts';

test('a script is drawable if a font has its language', async () => {
  const fonts: Record<string, string> = { ar: 'Noto Naskh Arabic\n', ja: ' \n' };
  const scripts = await findDrawableScripts(async (language) => {
    if (language === 'ko') throw new Error('fc-list failed');
    return fonts[language] ?? '';
  });
  expect([...scripts]).toEqual(['Arabic']);
});

test('Latin, Greek and Cyrillic need no extra font, other letters one each', () => {
  const arabic = new Set(['Arabic'] as const);
  expect(isDrawable('Łódź, Ωmega, Москва, 1st Edition ½ €', new Set())).toBe(true);
  expect(isDrawable('مقدمة في الجبر', new Set())).toBe(false);
  expect(isDrawable('مقدمة في الجبر', arabic)).toBe(true);
  expect(isDrawable('مقدمة 微积分', arabic)).toBe(false);
  expect(isDrawable('Java 入门', arabic)).toBe(false);
});

import { expect, it } from 'vitest';
import { CODE_ALPHABET, toShortCode } from './rules.ts';

it('a code is read in any case, and nothing else is one', () => {
  expect(toShortCode('7Q4K3MX')).toBe('7q4k3mx');
  expect(toShortCode(' 7q4k3mx ')).toBe('7q4k3mx');
  for (const wrong of ['', '7q4k3m', '7q4k3mxx', '7q4k3m0', '7q4k3ml', '7q4 3mx', "7q4k3m'"])
    expect(toShortCode(wrong)).toBeNull();
});

it('no two signs of a code look alike', () => {
  for (const pair of ['0o', '1l', '1i', 'il', '2z', '5s', '8b', 'uv'])
    expect([...pair].filter((sign) => CODE_ALPHABET.includes(sign)).length).toBeLessThan(2);
  expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
});

import { expect, it } from 'vitest';
import { signUpInput } from './contract.ts';
import { seemlyName } from './rules.ts';
import { standardClaims } from './server/read-claims.ts';

const nameTaken = (name: string): string | undefined =>
  signUpInput.safeParse({ name, email: 'maya@northfield.example', password: 'correct horse' }).data?.name;

it.each([
  ['  Stu   Dent ', 'Stu Dent'],
  ['Maya\u00a0 \u3000Lindgren', 'Maya Lindgren'],
  ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['شِیرین\u200cدخت', 'شِیرین\u200cدخت'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
  ['Booker Swapnil', 'Booker Swapnil'],
])('takes the name %j as %j', (written, taken) => {
  expect(nameTaken(written)).toBe(taken);
  expect(seemlyName(written)).toBe(taken);
});

it.each([
  'Maya\u200b',
  'Ma\u200dya',
  'Maya\ufe0f',
  'May\u00ada',
  'Maya\u034f',
  'Maya\u3164',
  'Maya\u{e0041}',
  'Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308',
  'BookSwap Support',
  'The Book  Swap team',
  'ＢＯＯＫ-swap',
  'Bóokswap',
])('refuses the name %j', (written) => {
  expect(nameTaken(written)).toBeUndefined();
  expect(seemlyName(written)).toBeNull();
});

it('reads of a token no name that nobody may have, and no picture that is nowhere on the web', () => {
  const read = (claims: object) => standardClaims({ email: 'maya@northfield.example', ...claims });
  expect(read({ name: 'BookSwap Support', preferred_username: 'maya' })).toMatchObject({ name: 'maya' });
  expect(read({ name: 'Z\u200b' })).toMatchObject({ name: 'User' });
  expect(read({ picture: 'https://x.example/1.png' })).toMatchObject({ picture: 'https://x.example/1.png' });
  for (const picture of ['javascript:alert(1)', 'data:image/png;base64,AA', '/photos/1', 'x'])
    expect(read({ picture })).toMatchObject({ picture: null });
});

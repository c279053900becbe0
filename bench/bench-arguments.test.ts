import { expect, test } from 'vitest';
import { readArguments, sections } from './bench-arguments.ts';

const both = ['embedded', 'postgres'] as const;

test('without words everything is measured on every engine there is', () => {
  const all = { sections: [...sections], books: 100_000, profileDir: undefined };
  expect(readArguments([], both)).toEqual({ ...all, engines: ['embedded', 'postgres'] });
  expect(readArguments([], ['embedded'])).toEqual({ ...all, engines: ['embedded'] });
});

test('words choose', () => {
  expect(
    readArguments(['search', 'lists', '--engine=postgres', '--books=20000', '--profile=/tmp/p'], both),
  ).toEqual({
    sections: ['search', 'lists'],
    engines: ['postgres'],
    books: 20_000,
    profileDir: '/tmp/p',
  });
});

test('what nobody knows, or nobody has, is said', () => {
  expect(() => readArguments(['liszt'], both)).toThrow("What is 'liszt'?");
  expect(() => readArguments(['--books=7'], both)).toThrow("What is '--books=7'?");
  expect(() => readArguments(['--engine=postgres'], ['embedded'])).toThrow(
    'There is no postgres on this machine.',
  );
});

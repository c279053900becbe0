import { expect, test } from 'vitest';
import { readArguments, sections } from './bench-arguments.ts';

const both = ['embedded', 'postgres'] as const;

test('without arguments everything is measured on every available engine', () => {
  const all = { sections: [...sections], books: 100_000, sockets: 10_000, profileDir: undefined };
  expect(readArguments([], both)).toEqual({ ...all, engines: ['embedded', 'postgres'] });
  expect(readArguments([], ['embedded'])).toEqual({ ...all, engines: ['embedded'] });
});

test('arguments select sections and an engine', () => {
  expect(
    readArguments(['search', 'lists', '--engine=postgres', '--books=20000', '--profile=/tmp/p'], both),
  ).toEqual({
    sections: ['search', 'lists'],
    engines: ['postgres'],
    books: 20_000,
    sockets: 10_000,
    profileDir: '/tmp/p',
  });
});

test('an unknown or unavailable section or engine is an error', () => {
  expect(() => readArguments(['liszt'], both)).toThrow("Unknown: 'liszt'");
  expect(() => readArguments(['--books=7'], both)).toThrow("Unknown: '--books=7'");
  expect(() => readArguments(['--engine=postgres'], ['embedded'])).toThrow(
    'There is no postgres on this machine.',
  );
});

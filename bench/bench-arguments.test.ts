import { expect, test } from 'vitest';
import { expectedSeconds, readArguments, sections, sectionsOn } from './bench-arguments.ts';

const both = ['embedded', 'postgres'] as const;

test('without arguments everything is measured on every available engine', () => {
  const withoutBase = sections.filter((name) => name !== 'base');
  const all = { sections: withoutBase, books: 100_000, sockets: 10_000, profileDir: undefined };
  expect(readArguments([], both)).toEqual({ ...all, engines: ['embedded', 'postgres'] });
  expect(readArguments([], ['embedded'])).toEqual({ ...all, engines: ['embedded'] });
  expect(readArguments(['--base=/tmp/tree'], both).sections).toEqual(sections);
});

test('arguments select sections and an engine', () => {
  const words = ['search', 'lists', '--engine=postgres', '--books=20000', '--profile=/tmp/p'];
  const chosen = {
    sections: ['search', 'lists'],
    engines: ['postgres'],
    books: 20_000,
    profileDir: '/tmp/p',
  };
  expect(readArguments(words, both)).toEqual({ ...chosen, sockets: 10_000 });
});

test('an unknown or unavailable section or engine is an error', () => {
  expect(() => readArguments(['liszt'], both)).toThrow("Unknown: 'liszt'");
  expect(() => readArguments(['--books=7'], both)).toThrow("Unknown: '--books=7'");
  expect(() => readArguments(['--engine=postgres'], ['embedded'])).toThrow(
    'There is no postgres on this machine.',
  );
});

test('a full run measures each section where it says something, and says how long it takes', () => {
  const all = readArguments(['--base=/tmp/tree'], both);
  const [embedded, external] = [sectionsOn('embedded', all), sectionsOn('postgres', all)];
  expect(embedded).toContain('sockets');
  expect(external).not.toContain('sockets');
  for (const name of ['processes', 'idle'] as const)
    expect([embedded.includes(name), external.includes(name)]).toEqual([false, true]);
  expect(new Set([...embedded, ...external])).toEqual(new Set(sections));
  expect(sectionsOn('postgres', readArguments(['--engine=postgres'], both))).toContain('sockets');
});

test('a run is expected to take the time of its sections and of filling the database, on each engine', () => {
  const secondsOf = (...words: string[]) => expectedSeconds(readArguments(words, both));
  expect(secondsOf('lists', '--engine=embedded')).toBe(25 + 90);
  expect(secondsOf('lists', 'home', '--books=10000')).toBe(2 * (25 + 25 + 9));
  expect(secondsOf('start')).toBe(2 * 90);
  expect(secondsOf('idle', '--engine=embedded')).toBe(0);
  expect(secondsOf('processes', 'idle')).toBe(120 + 440);
});

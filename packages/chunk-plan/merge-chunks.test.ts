import { expect, test } from 'vitest';
import { type Chunk, mergeChunks } from './merge-chunks.ts';

const page = (imports: string[], maxChunks?: number): Chunk => ({
  size: 5_000,
  imports,
  weight: 1,
  maxChunks,
});
const part = (size: number, imports: string[] = []): Chunk => ({ size, imports, weight: 0 });

const plan = (chunks: Record<string, Chunk>, everywhere: string[] = []) =>
  mergeChunks(new Map(Object.entries(chunks)), { requestBytes: 1_000, everywhere: new Set(everywhere) })
    .map((names) => names.toSorted().join('+'))
    .toSorted();

test('parts that the same pages share become one', () => {
  const pieces = plan({ home: page(['a', 'b']), book: page(['a', 'b']), a: part(9_000), b: part(9_000) });
  expect(pieces).toEqual(['a+b']);
});

test('a page does not load a large part that only another needs', () => {
  const pieces = plan({ home: page(['a']), book: page(['a', 'b']), a: part(9_000), b: part(9_000) });
  expect(pieces).toEqual(['a', 'b']);
});

test('small parts are worth less than a request', () => {
  const pieces = plan({ home: page(['a']), book: page(['a', 'b']), a: part(9_000), b: part(500) });
  expect(pieces).toEqual(['a+b']);
});

test('a page that would need too many pieces loads more bytes instead', () => {
  const chunks = (limit?: number) => ({
    home: page(['a', 'b'], limit),
    book: page(['a']),
    help: page(['b']),
    a: part(2_000),
    b: part(2_000),
  });
  expect(plan(chunks())).toEqual(['a', 'b']);
  expect(plan(chunks(2))).toEqual(['a+b']);
});

test('what a merged part imports counts for everyone who loads it', () => {
  const pieces = plan({
    home: page(['a']),
    book: page(['a', 'b']),
    a: part(9_000),
    b: part(500, ['c']),
    c: part(9_000),
  });
  expect(pieces).toEqual(['a', 'b+c']);
});

test('no piece imports itself through another', () => {
  const pieces = plan({
    home: page(['a']),
    book: page(['a']),
    help: page(['between']),
    a: part(100, ['between']),
    between: { ...page(['b']), weight: 0.2 },
    b: part(100),
  });
  expect(pieces).toEqual(['a', 'b']);
});

test('what is loaded everywhere is left alone', () => {
  expect(
    plan({ home: page(['a', 'first']), a: part(100, ['first']), first: part(90_000) }, ['first']),
  ).toEqual(['a']);
});

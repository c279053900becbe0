import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seededRandom, type Random } from '../../../../../bench/load/random.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { searchWords, typingErrors } from '../../search-words.ts';
import { correctSpelling } from './correct-spelling.ts';

const MISSPELLINGS = 300;

let database: TestDatabase;
let titleWords: string[];

beforeAll(async () => {
  database = await createTestDatabase({ own: true });
  const table = readFileSync(
    join(import.meta.dirname, '../../../editions/server/catalog/goodbooks.tsv'),
    'utf8',
  );
  const titles = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').slice(1, 3).join(' '));
  await database.pool.query(
    `INSERT INTO search_terms (term, ndoc)
     SELECT word, count(*) FROM unnest($1::text[]) AS title, regexp_split_to_table(search_text_2(lower(title)), '\\s+') AS word
     WHERE word <> '' GROUP BY word`,
    [titles],
  );
  titleWords = titles.flatMap((title) => searchWords(title));
});
afterAll(() => database.close());

describe('300 misspelt words of real titles', () => {
  it.each([
    { errors: 1, length: 5, found: 0.95 },
    { errors: 2, length: 9, found: 0.95 },
  ])('$errors errors in words of $length letters or more', async ({ errors, length, found }) => {
    const results = await correctAll(misspellings(errors, length));
    expect(results.filter(({ terms, intended }) => terms.includes(intended)).length).toBeGreaterThanOrEqual(
      found * MISSPELLINGS,
    );
  });
});

it('corrects each word of a search', async () => {
  const [hary, poter] = await correctSpelling(database, ['hary', 'poter']);
  expect([hary!.terms, poter!.terms]).toEqual([
    expect.arrayContaining(['harry']),
    expect.arrayContaining(['potter']),
  ]);
});

it('searches for the word as typed when the correction takes too long', async () => {
  await database.pool
    .query(`CREATE OR REPLACE FUNCTION similar_terms(word text) RETURNS TABLE (term text, ndoc integer)
    LANGUAGE sql AS $f$ SELECT 'late', 1 FROM pg_sleep(30) $f$`);
  expect(await correctSpelling(database, ['qqqqqqqqq'])).toEqual([{ terms: ['qqqqqqqqq'], prefix: true }]);
});

/** Corrects each misspelt word. */
async function correctAll(typed: { word: string; intended: string }[]) {
  const results: { terms: string[]; intended: string }[] = [];
  for (const { word, intended } of typed) {
    const [corrected] = await correctSpelling(database, [word]);
    results.push({ terms: corrected!.terms, intended });
  }
  return results;
}

/**
 * Title words with the given number of errors after the first letter that are not the beginning of another
 * word. Deterministic.
 */
function misspellings(errors: number, minLength: number): { word: string; intended: string }[] {
  const random = seededRandom(17);
  const words = titleWords.filter((word) => word.length >= minLength && /^[a-z]+$/.test(word));
  const found: { word: string; intended: string }[] = [];
  while (found.length < MISSPELLINGS) {
    const intended = random.pick(words);
    let word = intended;
    for (let count = 0; count < errors; count++) word = withTypingError(word, random);
    const isMisspelt = typingErrors(word, intended).at(-1) === errors;
    if (isMisspelt && !titleWords.some((other) => other.startsWith(word))) found.push({ word, intended });
  }
  return found;
}

function withTypingError(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 2);
  const letter = random.pick([...'abcdefghijklmnopqrstuvwxyz']);
  const [start, end] = [word.slice(0, at), word.slice(at + 1)];
  return random.pick([
    () => start + end,
    () => start + letter + word[at] + end,
    () => start + letter + end,
    () => start + end[0] + word[at] + end.slice(1),
  ])();
}

it('has one time limit for all words of a search', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const limits: string[] = [];
  // Each statement that looks for terms takes 40 ms.
  const execute = async (statement: SQL) => {
    const { sql: text } = new PgDialect().sqlToQuery(statement);
    const limit = /statement_timeout = (\d+)/.exec(text)?.[1];
    if (limit === undefined) now += 40;
    else limits.push(limit);
    return { rows: [] };
  };
  const slow = {
    pool: database.pool,
    transaction: (work: (tx: { execute: typeof execute }) => unknown) => work({ execute }),
  } as unknown as TestDatabase;
  const words = ['qqzzxxy', 'wwzzxxy', 'kkzzxxy'];
  const corrected = await correctSpelling(slow, words);
  vi.restoreAllMocks();
  expect(limits).toEqual(['100', '60', '20']);
  expect(corrected.map(({ terms }) => terms)).toEqual(words.map((word) => [word]));
});

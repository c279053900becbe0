import { expect, test } from 'vitest';
import { exportNote } from './export-button.tsx';

const file = (rows: number) => ['code,title,term,isbn,requirement', ...Array(rows).fill('CS 201,,,,'), ''];

test('an exported file that is longer than an import takes is to be split', () => {
  expect(exportNote(file(10_000).join('\r\n'))).toBeNull();
  expect(exportNote(file(10_001).join('\r\n'))).toBe(
    'The file has 10,001 rows. An import takes at most 10,000: split the file to import it.',
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCell } from './csv-file.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { word } from '#platform/shared/texts/word.ts';
import { parseCourses as parseFile } from './parse-courses.ts';

const ISBN = '9781285741550';
const HEADER = 'code,title,term,isbn,requirement';

const file = (...lines: string[]) => [HEADER, ...lines].join('\n');
const accepted = {
  line: 2,
  code: 'MATH101',
  writtenCode: 'MATH 101',
  title: 'Calculus I',
  term: 'Fall 2026',
  book: { isbn: ISBN, requirement: 'required', accepts: null },
};
const english = localeOfTests();

/** With the reasons in English. */
function parseCourses(csv: string) {
  const { refused, ...parsed } = parseFile(csv);
  return { ...parsed, refused: refused.map((row) => ({ ...row, reason: word(row.reason, english) })) };
}

const refusedOf = (csv: string) => parseCourses(csv).refused;

describe('dialects of CSV', () => {
  it.each([
    ['commas', `${HEADER}\nMATH 101,Calculus I,Fall 2026,${ISBN},required\n`],
    ['semicolons', `${HEADER.replaceAll(',', ';')}\nMATH 101;Calculus I;Fall 2026;${ISBN};required\n`],
    ['a BOM', `\uFEFF${HEADER}\nMATH 101,Calculus I,Fall 2026,${ISBN},required\n`],
    ['a BOM and quotes', `\uFEFF"code","title","term","isbn","requirement"\n"MATH 101","Calculus I","Fall 2026","${ISBN}","required"`],
    ['Windows line ends', `${HEADER}\r\nMATH 101,Calculus I,Fall 2026,${ISBN},required\r\n`],
    ['old line ends', `${HEADER}\rMATH 101,Calculus I,Fall 2026,${ISBN},required\r`],
    ['other columns and another order', `section_id,ISBN,Requirement,Term,Title,Code,price\n1,${ISBN},Required,Fall 2026,Calculus I,MATH 101,"1,20"`],
    ['blanks and hyphens', `code , title,term,isbn,requirement\n MATH  101 , Calculus I , Fall 2026 , 978-1-285-74155-0 , REQUIRED `],
    ['an ISBN-10', file('MATH 101,Calculus I,Fall 2026,1-285-74155-2,required')],
    ['empty lines at the end', `${file(`MATH 101,Calculus I,Fall 2026,${ISBN},required`)}\n\n,,,,\n  \n`],
    ['more cells than columns', file(`MATH 101,Calculus I,Fall 2026,${ISBN},required,,x`)],
  ])('reads %s', (_what, csv) => {
    expect(parseCourses(csv)).toMatchObject({ rowCount: 1, rows: [accepted], refused: [] });
  }); // oxfmt-ignore

  it('reads separators, quotes and line ends inside of quotes, and counts the lines of the file', () => {
    const csv = file(
      `MATH 101,"Calculus, ""the"" first",Fall 2026,${ISBN},required`,
      '',
      `CHEM 201,"two\nlines",Fall 2026,${ISBN},required`,
      `BIO 110,Biology,"Fall; 2026",${ISBN},required`,
    );
    const { rows, refused } = parseCourses(csv);
    expect(rows.map(({ line, title, term }) => ({ line, title, term }))).toEqual([
      { line: 2, title: 'Calculus, "the" first', term: 'Fall 2026' },
      { line: 6, title: 'Biology', term: 'Fall; 2026' },
    ]);
    expect(refused).toMatchObject([
      { line: 4, reason: "Title contains characters that can't be displayed." },
    ]);
  });

  it('tells the line of a quotation mark that is not closed, and keeps the lines before it', () => {
    const { rows, refused, rowCount } = parseCourses(
      file(`MATH 101,Calculus I,,${ISBN},required`, `CHEM 201,"Organic,,${ISBN},required`, 'x,y,z'),
    );
    expect(rows).toHaveLength(1);
    expect(refused).toEqual([
      { line: 3, text: '"', reason: 'A quotation mark is not closed here or below.' },
    ]);
    expect(rowCount).toBe(2);
  });

  it('keeps a quotation mark in the middle of a cell', () => {
    expect(parseCourses(file(`MATH 101,The 5" disk,,${ISBN},required`)).rows[0]!.title).toBe('The 5" disk');
  });

  it.each([
    '',
    'code,title',
    'MATH 101,Calculus I,Fall 2026,9781285741550,required',
    'code\ttitle\tterm\tisbn\trequirement',
  ])('refuses a file without the names of the columns: %j', (csv) =>
    expect(() => parseCourses(csv)).toThrow(expect.objectContaining({ code: 'invalid-file' })),
  );

  it('refuses more than 10,000 rows', () => {
    const rows = (count: number) => file(...Array.from({ length: count }, () => 'MATH 101,Calculus I,,,'));
    expect(parseCourses(rows(10_000)).rows).toHaveLength(10_000);
    expect(() => parseCourses(rows(10_001))).toThrow(expect.objectContaining({ code: 'too-many-rows' }));
  });

  it('reads no more than it needs of a file of another kind', () => {
    const [columns, rows] = [','.repeat(4_000_000), 'a\n'.repeat(2_000_000)];
    for (const csv of [`${HEADER}${columns}`, `${HEADER}${','.repeat(46)}`])
      expect(() => parseCourses(csv)).toThrow(expect.objectContaining({ code: 'invalid-file' }));
    expect(parseCourses(`${HEADER}${','.repeat(45)}`).rowCount).toBe(0);
    expect(() => parseCourses(file(rows))).toThrow(expect.objectContaining({ code: 'too-many-rows' }));
    expect(refusedOf(file(`x${columns}`, `"${rows}`))).toMatchObject([
      { line: 2, reason: 'The line has more than 50 columns.' },
      { line: 3, reason: 'A quotation mark is not closed here or below.' },
    ]);
  });

  it('returns what the export has written, also what looks like a formula', () => {
    const title = fc
      .string({ unit: fc.constantFrom(...'=+-@＝＋－＠＇\'",; aZ1é'), minLength: 1, maxLength: 12 })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(title, (text) => {
        expect(toCell(text)).not.toMatch(/^"?[=+@＝＋－＠-]/);
        expect(parseCourses(file(`MATH 101,${toCell(text)},,,`)).rows[0]!.title).toBe(text);
      }),
    );
  });
});

describe('a refused line', () => {
  it.each([
    [`MATH 101,,,97811180104,required`, 'MATH 101; 97811180104', 'The ISBN has 11 digits.'],
    [`MATH 101,,,9781285741551,required`, 'MATH 101; 9781285741551', 'The check digit of the ISBN is wrong.'],
    [`MATH 101,,,9.78129E+12,required`, 'MATH 101; 9.78129E+12', 'A spreadsheet has shortened the ISBN.'],
    [`MATH 101,,,,required`, 'MATH 101; ', 'The ISBN is missing.'],
    [`,Thermodynamics,,${ISBN},required`, '; Thermodynamics', 'The code is missing.'],
    [`Thermo,Thermodynamics,,${ISBN},required`, 'Thermo; Thermodynamics', 'The code is not letters and digits, like MATH 101.'],
    [`HIST 120,,,${ISBN},mandatory`, 'HIST 120; mandatory', 'The requirement is neither required nor recommended.'],
    [`HIST 120,,,${ISBN},`, 'HIST 120; ', 'The requirement is neither required nor recommended.'],
    [`HIST 120,,,😀${'😀'.repeat(99)},required`, `HIST 120; ${'😀'.repeat(70)}`, 'The ISBN has 0 digits.'],
    [`HIST 120,History${','.repeat(49)}`, 'HIST 120; History', 'The line has more than 50 columns.'],
    [`HIST 120,Geschichte f\uFFFDr alle,,${ISBN},required`, 'HIST 120; Geschichte f\uFFFDr alle', 'The line is not UTF-8.'],
    [`HIST 120,${'x'.repeat(201)},,${ISBN},required`, `HIST 120; ${'x'.repeat(70)}`, 'Title can have at most 200 characters.'],
  ])('%s', (line, text, reason) => {
    expect(refusedOf(file(line))).toEqual([{ line: 2, text, reason }]);
  }); // oxfmt-ignore
});

it('accepts a course without a book', () => {
  expect(parseCourses(file('MATH 101,Calculus I,,,')).rows).toEqual([
    { line: 2, code: 'MATH101', writtenCode: 'MATH 101', title: 'Calculus I', term: null, book: null },
  ]);
});

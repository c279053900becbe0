import type { Figures } from './collect-figures.ts';
import { MAX_COMMENT_COLUMNS } from './find-long-comments.ts';

const LISTED = 12;

/** Plain text for a terminal. */
export function formatFigures(figures: Figures): string {
  return [formatTrees(figures), formatWords(figures), formatFindings(figures)].join('\n\n');
}

function formatTrees({ trees }: Figures): string {
  const rows = trees.map(({ folder, files, functions, markup }) => [
    folder,
    files.count,
    `${files.median} / ${files.p90} / ${files.max}`,
    functions.count,
    `${functions.median} / ${functions.p90} / ${functions.max}`,
    functions.over50,
    functions.overLimit,
    markup.count,
    `${markup.median} / ${markup.p90} / ${markup.max}`,
    markup.overLimit,
  ]);
  const head = ['tree', 'files', 'lines', 'functions', 'lines', '>50', '>60', 'markup', 'lines', '>90'];
  return `Lines: median / p90 / max\n${formatTable([head, ...rows])}`;
}

function formatWords({ words }: Figures): string {
  const rows = Object.entries(words).map(([word, { all, code, codeElsewhere, foldersElsewhere }]) => [
    word,
    code.length,
    codeElsewhere.length,
    foldersElsewhere.length,
    all.length,
  ]);
  const head = [
    'word',
    'files with it in code',
    'outside of its feature',
    'folders',
    'also in strings, comments',
  ];
  return `Words in src without tests\n${formatTable([head, ...rows])}`;
}

function formatFindings(figures: Figures): string {
  return [
    ...formatList(
      'Functions over their limit',
      figures.longFunctions.map(({ path, name, lines }) => `${path}: ${name}: ${lines} lines`),
    ),
    ...formatList(`Comment lines over ${MAX_COMMENT_COLUMNS} columns`, figures.longComments),
    ...formatList(
      'Duplicates',
      figures.duplicates.map(
        ({ places, lines }) =>
          `${lines} lines: ${places.map(({ path, line }) => `${path}:${line}`).join(' ~ ')}`,
      ),
    ),
    ...formatList(
      'Import cycles',
      figures.cycles.map((cycle) => cycle.join(' → ')),
    ),
    ...formatList('Imports against the layers', figures.upwardImports),
    'Fullest folders',
    ...figures.fullestFolders.map(([folder, files]) => `  ${folder}: ${files} files`),
  ].join('\n');
}

function formatList(title: string, entries: readonly string[]): string[] {
  const more = entries.length - LISTED;
  return [
    `${title}: ${entries.length}`,
    ...entries.slice(0, LISTED).map((entry) => `  ${entry}`),
    ...(more > 0 ? [`  (${more} more with --figures=json)`] : []),
  ];
}

function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[column]!) : String(cell).padStart(widths[column]!),
        )
        .join('  '),
    )
    .join('\n');
}

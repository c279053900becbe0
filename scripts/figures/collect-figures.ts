import { CODE_FOLDERS, readSourceTree, type SourceFile } from './read-source-tree.ts';
import { countFolderFiles } from './count-folder-files.ts';
import { type Duplicate, findDuplicates } from './find-duplicates.ts';
import { findImportCycles } from './find-import-cycles.ts';
import { findLongComments } from './find-long-comments.ts';
import { findWord, type WordFiles } from './find-word.ts';
import { findUpwardImports } from './layer-rules.ts';
import { type MeasuredFunction, maxLines, measureFunctions } from './measure-functions.ts';

interface Distribution {
  count: number;
  median: number;
  p90: number;
  max: number;
}

interface FunctionFigures extends Distribution {
  over50: number;
  /** Over 60 lines, or over 90 where it is mostly markup. */
  overLimit: number;
}

interface TreeFigures {
  folder: string;
  files: Distribution;
  functions: FunctionFigures;
  markup: FunctionFigures;
}

export interface Figures {
  trees: TreeFigures[];
  longFunctions: MeasuredFunction[];
  words: Record<string, WordFiles>;
  longComments: string[];
  fullestFolders: [folder: string, files: number][];
  duplicates: Duplicate[];
  cycles: string[][];
  upwardImports: string[];
}

const LISTED_FOLDERS = 5;

export function collectFigures(root: string): Figures {
  const files = readSourceTree(root);
  const functions = files.flatMap(measureFunctions);
  return {
    trees: [...CODE_FOLDERS.map((folder) => `${folder}/`), ''].map((prefix) =>
      describeTree(prefix, files, functions),
    ),
    longFunctions: functions.filter((entry) => entry.lines > maxLines(entry)),
    words: {
      favorite: findWord(root, files, 'favorite', 'src/features/favorites/'),
      boost: findWord(root, files, 'boost', 'src/features/boosts/'),
    },
    longComments: findLongComments(root, files),
    fullestFolders: countFolderFiles(root).slice(0, LISTED_FOLDERS),
    duplicates: findDuplicates(files),
    cycles: findImportCycles(files),
    upwardImports: findUpwardImports(files),
  };
}

function describeTree(
  prefix: string,
  files: readonly SourceFile[],
  functions: readonly MeasuredFunction[],
): TreeFigures {
  const own = functions.filter(({ path }) => path.startsWith(prefix));
  return {
    folder: prefix === '' ? 'all' : prefix.slice(0, -1),
    files: describe(
      files
        .filter(({ path }) => path.startsWith(prefix))
        .map(({ text }) => text.trimEnd().split('\n').length),
    ),
    functions: describeFunctions(own.filter(({ isMarkup }) => !isMarkup)),
    markup: describeFunctions(own.filter(({ isMarkup }) => isMarkup)),
  };
}

function describeFunctions(functions: readonly MeasuredFunction[]): FunctionFigures {
  return {
    ...describe(functions.map(({ lines }) => lines)),
    over50: functions.filter(({ lines }) => lines > 50).length,
    overLimit: functions.filter((entry) => entry.lines > maxLines(entry)).length,
  };
}

function describe(values: readonly number[]): Distribution {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { count: sorted.length, median: at(0.5), p90: at(0.9), max: sorted.at(-1) ?? 0 };
}

import type { SourceFile } from './source-tree.ts';

interface LayerRule {
  title: string;
  /** Whether a file of the product or of a package may not import another one; both are paths. */
  isWrong(from: string, to: string): boolean;
}

/** The folders that each folder of src may import from, besides itself. */
const mayImport: Record<string, readonly string[]> = {
  app: ['demo', 'features', 'platform', 'ui'],
  demo: ['features', 'platform'],
  features: ['platform', 'ui', 'packages'],
  platform: ['packages'],
  ui: ['platform/shared'],
};

const layerOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];
const packageOf = (path: string) => /^packages\/[^/]+\//.exec(path)?.[0];
const platformPartOf = (path: string) => /^src\/platform\/(shared|server|web)\//.exec(path)?.[1];
const sideOf = (path: string) => /^src\/features\/[^/]+\/(server|web)\//.exec(path)?.[1];
const isBrowserCode = (path: string) =>
  /^src\/(ui|platform\/web|platform\/shared|features\/[^/]+\/web|app\/(shell|routing|service-worker))\//.test(
    path,
  );
/** The folders of accounts/server, from the top down. Below them are the files beside them, such as `table.ts`. */
const accountFolders = [
  'demo',
  'deletion',
  'identity',
  'clerk',
  'tokens',
  'personal-data',
  'users',
  'staff',
  'universities',
  'bans',
  'budgets',
];
const accountFolderOf = (path: string) =>
  path.endsWith('.test.ts') ? undefined : /^src\/features\/accounts\/server\/([^/]+)\//.exec(path)?.[1];
const areDifferent = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && one !== other;

export const layerRules: readonly LayerRule[] = [
  {
    title:
      'app → demo → features → platform → packages; ui imports ui and platform/shared; nothing imports app',
    isWrong(from, to) {
      const layer = layerOf(from);
      if (layer === undefined || layerOf(to) === layer) return false;
      return !mayImport[layer]?.some((allowed) => to.replace(/^src\//, '').startsWith(`${allowed}/`));
    },
  },
  {
    title: 'a package imports nothing from outside of it',
    isWrong: (from, to) => packageOf(from) !== undefined && packageOf(from) !== packageOf(to),
  },
  {
    title: 'platform/shared imports neither server nor web, and these do not import each other',
    isWrong: (from, to) =>
      areDifferent(platformPartOf(from), platformPartOf(to)) && platformPartOf(to) !== 'shared',
  },
  {
    title: 'a feature’s server and web never import each other',
    isWrong: (from, to) => areDifferent(sideOf(from), sideOf(to)),
  },
  {
    title: 'browser code imports no server code',
    isWrong: (from, to) => isBrowserCode(from) && to.includes('/server/'),
  },
  {
    title: 'browser code imports no package of this repository',
    isWrong: (from, to) => isBrowserCode(from) && packageOf(to) !== undefined,
  },
  {
    title: 'the server code of accounts imports from one folder to the ones below',
    isWrong(from, to) {
      const [fromFolder, toFolder] = [accountFolderOf(from), accountFolderOf(to)];
      if (fromFolder === undefined || toFolder === undefined) return false;
      return accountFolders.indexOf(fromFolder) > accountFolders.indexOf(toFolder);
    },
  },
];

/**
 * `file:line → target` for each import that breaks a rule. Tests may import from every layer, except those of
 * packages.
 */
export function findUpwardImports(
  files: readonly SourceFile[],
  rules: readonly LayerRule[] = layerRules,
): string[] {
  return files
    .filter(({ path, isTest }) => !isTest || packageOf(path) !== undefined)
    .flatMap((file) =>
      file.imports.flatMap(({ path, line }) =>
        path !== undefined && rules.some((rule) => rule.isWrong(file.path, path))
          ? [`${file.path}:${line} → ${path}`]
          : [],
      ),
    );
}

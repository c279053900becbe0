import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { CSSModulesOptions, Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** The classes of a module in the order of their first mention; the names of other modules are in capitals. */
function classesIn(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|:global\([^)]*\)/g, '');
  return [...new Set([...selectors.matchAll(/\.([a-z]\w*)/g)].map(([, name]) => name!))];
}

/** The modules whose classes nearly every page has: one letter begins their names. At most twenty. */
let frequent: readonly string[] = [];

/** The other modules: the place of a module in this list begins the names of its classes, with two characters. */
const modules = globSync('src/**/*.module.css', { cwd: root }).sort();

/** After the letters of the frequent modules. */
const FIRST_PREFIX = Number.parseInt('u0', 36);
const FIRST_LETTER = Number.parseInt('a', 36);

function prefixOf(path: string): string {
  const at = frequent.indexOf(path);
  return (at < 0 ? FIRST_PREFIX + modules.indexOf(path) : FIRST_LETTER + at).toString(36);
}

/** 'a4' or 'w3a': the same name in the browser's build and in the server's. */
function scopedName(name: string, file: string, css: string): string {
  const at = classesIn(css).indexOf(name);
  return prefixOf(relative(root, file)) + (at < 0 ? `-${name}` : at.toString(36));
}

const namesIn = (file: string): Record<string, string> => {
  const css = readFileSync(file, 'utf8');
  return Object.fromEntries(classesIn(css).map((name) => [name, scopedName(name, file, css)]));
};

/** The built names of the classes of a module, for tests. Paths are from the root. */
export function builtNamesOf(path: string, mostUsed: readonly string[]): Record<string, string> {
  frequent = mostUsed;
  return namesIn(resolve(root, path));
}

/** Gives a module the names of another one (`@value card as Card from …`), and not its rules a second time. */
class OtherNames {
  finalSource = '';

  async fetch(quotedPath: string, from: string): Promise<Record<string, string>> {
    return namesIn(resolve(dirname(from), quotedPath.replaceAll(/['"]/g, '')));
  }
}

/** For `css.modules`; `mostUsed` are paths from the root. Vite passes `Loader` on and does not declare it. */
export function cssModules(mostUsed: readonly string[]): CSSModulesOptions & { Loader: typeof OtherNames } {
  frequent = mostUsed;
  return {
    generateScopedName: (name, file, css) => scopedName(name, file.replace(/\?.*/, ''), css),
    Loader: OtherNames,
  };
}

const IMPORT = /import (\w+) from (['"])([^'"]+\.module\.css)\2;?/g;

/**
 * Writes the names of classes where components use them, so that scripts carry no table of them: `styles.row`
 * becomes 'k3xa0', and `cx(styles.row, styles.wide)` one text.
 */
export function inlineClassNames(): Plugin {
  return {
    name: 'inline-class-names',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /(\.tsx?|\.module\.css)$/ },
      async handler(code, id) {
        // Without its table a module still has its styles.
        if (id.endsWith('.css')) return { code, map: null, moduleSideEffects: 'no-treeshake' };
        if (!code.includes('.module.css')) return null;
        let text = code.replaceAll(IMPORT, '');
        const imports = [...code.matchAll(IMPORT)].map(async ([statement, local = '', , path = '']) => {
          const file = (await this.resolve(path, id))?.id;
          if (file === undefined) throw new Error(`${id} imports ${path}, which does not exist`);
          return { statement, local, path, names: namesIn(file) };
        });
        let head = '';
        for (const { statement, local, path, names } of await Promise.all(imports)) {
          text = text.replace(new RegExp(`\\b${local}\\.(\\w+)`, 'g'), (_use, name: string) => {
            if (names[name] === undefined) throw new Error(`${path} has no class ${name}, which ${id} uses`);
            return `"${names[name]}"`;
          });
          head += new RegExp(`\\b${local}\\b`).test(text) ? statement : `import "${path}";`;
        }
        return { code: joinNames(text) + head, map: null };
      },
    },
  };
}

/** The names at the start of a call of `cx` always apply. */
function joinNames(code: string): string {
  const joined = code.replace(/\bcx\("([\w -]*)",\s*"([\w -]*)"/g, 'cx("$1 $2"');
  return joined === code ? code.replace(/\bcx\(("[\w -]*"),?\s*\)/g, '$1') : joinNames(joined);
}

import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { listAll, product, read } from './source-tree.ts';

type Module = { path: string; defined: Set<string>; borrowed: { from: string; name: string }[] };

const resolvePath = (from: string, specifier: string) =>
  specifier.startsWith('#')
    ? specifier.replace('#', 'src/')
    : normalize(join(dirname(from), specifier)).replaceAll('\\', '/');

/** Classes begin in lower case; a name in capitals is a class of another module, which `@value` declares. */
function readModule(path: string): Module {
  const css = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
  const borrowed = [...css.matchAll(/@value ([^;]+?) from '([^']+)';/g)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((part) => ({ from: resolvePath(path, from), name: part.trim().split(' as ')[0]! })),
  );
  const selectors = css.replace(/@value[^;]+;|'[^']*'|:global\([^)]*\)/g, '');
  return {
    path,
    defined: new Set([...selectors.matchAll(/\.([a-z]\w*)/g)].map(([, name]) => name!)),
    borrowed,
  };
}

const modules = listAll('src')
  .filter((path) => path.endsWith('.module.css'))
  .map(readModule);
const byPath = new Map(modules.map((module) => [module.path, module]));

/** Every `styles.name` of the product: the module, the name and where. */
const uses = product.flatMap(({ path, code, text }) =>
  [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(([, local, specifier = '']) =>
    [...code.matchAll(new RegExp(`(?<![/\\w])${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
      from: resolvePath(path, specifier),
      name,
      path,
    })),
  ),
);

test('components name only classes that exist, one by one', () => {
  const wrong = uses.filter(({ from, name }) => byPath.get(from)?.defined.has(name) !== true);
  expect(wrong).toEqual([]);
  const dynamic = product.filter(({ code }) => /\b(shared|[a-zA-Z]*[sS]tyles)\[/.test(code));
  expect(dynamic.map(({ path }) => path)).toEqual([]);
});

test('every class of a module is that of a component', () => {
  const used = new Set(uses.map(({ from, name }) => `${from}#${name}`));
  const unused = modules.flatMap(({ path, defined }) =>
    [...defined].map((name) => `${path}#${name}`).filter((name) => !used.has(name)),
  );
  expect(unused).toEqual([]);
});

test('a module borrows only classes that exist and that it mentions', () => {
  const wrong = modules.flatMap(({ path, borrowed }) =>
    borrowed
      .filter(({ from, name }) => byPath.get(from)?.defined.has(name) !== true)
      .map(({ from, name }) => `${path}: ${from}#${name}`),
  );
  expect(wrong).toEqual([]);
  const idle = modules.flatMap(({ path }) => {
    const css = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
    const aliases = [...css.matchAll(/@value ([^;]+?)\s+from /g)].flatMap(([, names = '']) =>
      names.split(',').map((part) => part.trim().split(' as ').at(-1)!),
    );
    return aliases.filter((name) => !css.includes(`.${name}`)).map((name) => `${path}: ${name}`);
  });
  expect(idle).toEqual([]);
});

test('class names are in modules: a component writes none as text', () => {
  const texts = product.flatMap(({ path, code }) =>
    [...code.matchAll(/className="[^"]*"|className=\{?['`][^'`]*['`]/g)].map(([text]) => `${path}: ${text}`),
  );
  expect(texts).toEqual([]);
});

test('no selector names a class as text, because builds rename it', () => {
  const isOfBrowser = (path: string) => /\/web\/|^src\/(ui|app\/(shell|routing))\//.test(path);
  const selectors = product
    .filter(({ path }) => isOfBrowser(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/(['"`])(?:[^'"`\n]*[\s>,(])?\.[a-z][\w-]*(?:[\s>:,[][^'"`\n]*)?\1/g)].map(
        ([text]) => `${path}: ${text}`,
      ),
    );
  const isFileName = (text: string) => /\.(csv|jpg|webp)\b/.test(text);
  expect(selectors.filter((text) => !isFileName(text))).toEqual([]);
});

test('the global sheets have no class', () => {
  // The page of operators is no part of the build.
  const own = 'src/app/server/operator/pages/operator.css';
  const sheets = listAll('src').filter(
    (path) => path.endsWith('.css') && !path.endsWith('.module.css') && path !== own,
  );
  const classes = sheets.flatMap((path) =>
    [
      ...read(path)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/^\s*[^\s@{}:-][^{};]*\.[a-z][\w-]*[^{};]*\{/gm),
    ].map(([rule]) => `${path}: ${rule}`),
  );
  expect(classes).toEqual([]);
});

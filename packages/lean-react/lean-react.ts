import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { type Features, unusedExports, unusedFeatures } from './unused-features.ts';

/** A node of the syntax tree, as far as this module knows it. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Replaces the source from `start` to before `end`. */
type Edit = { start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The value of `tag === value` and `value === tag` with a literal; null for another expression. */
function comparedTag(node: Node): number | null {
  const { left, right } = node as unknown as { left: Node; right: Node };
  for (const [value, tag] of [
    [left, right],
    [right, left],
  ] as const) {
    const property = tag.type === 'MemberExpression' ? (tag['property'] as Node)['name'] : tag['name'];
    if (property === 'tag' && value.type === 'Literal') return value['value'] as number;
  }
  return null;
}

const isTagSwitch = ({ discriminant }: Record<string, unknown>): boolean =>
  isNode(discriminant) &&
  discriminant.type === 'MemberExpression' &&
  (discriminant['property'] as Node)['name'] === 'tag';

const nameOf = (declaration: Node): string => (declaration['id'] as Node)['name'] as string;

/** Whether a list of statements never continues into the next case. */
function cannotFallThrough(statements: readonly Node[]): boolean {
  const last = statements.at(-1);
  if (last === undefined) return false;
  if (last.type === 'BlockStatement') return cannotFallThrough(last['body'] as Node[]);
  if (last.type === 'IfStatement')
    return (
      cannotFallThrough([last['consequent'] as Node]) &&
      isNode(last['alternate']) &&
      cannotFallThrough([last['alternate']])
    );
  return ['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement'].includes(last.type);
}

/** The names that `var` declares in a node. Their scope is the whole function. */
function variableNamesIn(node: Node): string[] {
  if (/Function/.test(node.type)) return [];
  const names = childrenOf(node).flatMap(variableNamesIn);
  if (node.type !== 'VariableDeclaration') return names;
  return [...(node['declarations'] as { id: Node }[]).map(({ id }) => id['name'] as string), ...names];
}

/** Collects the edits that remove features, while it visits the syntax tree. */
class FeatureRemover {
  readonly edits: Edit[] = [];
  /** The names of the list that are in the source. */
  readonly foundNames = new Set<string>();

  private readonly source: string;
  private readonly features: Features;

  constructor(source: string, features: Features) {
    this.source = source;
    this.features = features;
  }

  visit(node: Node, inFunction: Node | null): void {
    const isNamed = node.type === 'FunctionDeclaration';
    const name = isNamed ? nameOf(node) : null;
    if (name !== null && Object.hasOwn(this.features.functions, name)) {
      this.foundNames.add(name);
      const body = node['body'] as Node;
      this.edits.push({ start: body.start, end: body.end, text: `{${this.features.functions[name]}}` });
      return;
    }
    if (node.type === 'ExpressionStatement' && this.isRemovedAssignment(node)) {
      this.edits.push({ start: node.start, end: node.end, text: '' });
      return;
    }
    if (node.type === 'BinaryExpression') this.visitComparison(node);
    if (node.type === 'SwitchStatement' && isTagSwitch(node)) this.visitSwitch(node, inFunction!);
    for (const child of childrenOf(node)) this.visit(child, isNamed ? node : inFunction);
  }

  /** `Name.prototype.method = …`, also in a chain of assignments. */
  private isRemovedAssignment(statement: Node): boolean {
    const text = this.source.slice(statement.start, statement.end);
    const name = this.features.assigned.find((prefix) => text.startsWith(prefix));
    if (name !== undefined) this.foundNames.add(name);
    return name !== undefined;
  }

  private visitComparison(node: Node): void {
    const tag = comparedTag(node);
    if (tag === null || !this.features.tags.includes(tag)) return;
    if (node['operator'] === '===') this.edits.push({ start: node.start, end: node.end, text: '!1' });
    if (node['operator'] === '!==') this.edits.push({ start: node.start, end: node.end, text: '!0' });
  }

  private visitSwitch(node: Node, inFunction: Node): void {
    const name = nameOf(inFunction);
    const tags = [...this.features.tags, ...(this.features.cases[name] ?? [])];
    const cases = node['cases'] as (Node & { test: Node | null; consequent: Node[] })[];
    let canFallInto = false;
    for (const switchCase of cases) {
      const isRemoved =
        switchCase.test?.type === 'Literal' && tags.includes(switchCase.test['value'] as number);
      if (isRemoved && name in this.features.cases) this.foundNames.add(name);
      // The case before falls through into its statements, which stay.
      const end = canFallInto ? (switchCase.consequent[0]?.start ?? switchCase.end) : switchCase.end;
      if (isRemoved) this.edits.push({ start: switchCase.start, end, text: '' });
      if (isRemoved && end === switchCase.end) this.declareVariables(inFunction, variableNamesIn(switchCase));
      if (!isRemoved || (canFallInto && switchCase.consequent.length > 0))
        canFallInto = !cannotFallThrough(switchCase.consequent);
    }
  }

  /** Declares the variables of a removed case at the top of its function: other cases use them, too. */
  private declareVariables(inFunction: Node, names: readonly string[]): void {
    if (names.length === 0) return;
    const start = (inFunction['body'] as Node).start + 1;
    this.edits.push({ start, end: start, text: `var ${[...new Set(names)].join()};` });
  }
}

/** Returns the source with the edits. One that lies within another is dropped. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}

/**
 * Removes features from the source of a file of React. Throws if a name of the list is not in the source, as in another
 * version of React: then a developer checks the list against the new source.
 */
export function removeFeatures(
  source: string,
  parse: (source: string) => unknown,
  features: Features,
): string {
  const remover = new FeatureRemover(source, features);
  remover.visit(parse(source) as Node, null);
  const names = [...Object.keys(features.functions), ...features.assigned, ...Object.keys(features.cases)];
  const missing = names.filter((name) => !remover.foundNames.has(name));
  let text = applyEdits(source, remover.edits);
  for (const [pattern, replacement] of features.replacements) {
    const replaced = text.replace(pattern, replacement);
    if (replaced === text) missing.push(pattern.source);
    text = replaced;
  }
  if (missing.length > 0) throw new Error(`This version of React has no ${missing.join(', ')}`);
  return text;
}

const REACT_ITSELF = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/** In a built module: `import_react.useState`, `React$1.useState`. */
const MEMBER_OF_REACT = /react[\w$]*\.(\w+)/gi;

/** The unused exports of React that a built module uses all the same. */
const usedIn = (code: string): string[] =>
  [...code.matchAll(MEMBER_OF_REACT)].map(([, name]) => name!).filter((name) => unusedExports.test(name));

/** For the build of the browser's scripts. Fails if a package in them uses what is left out. */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    transform: {
      filter: { id: /\/(?:react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
      handler(code, id) {
        const features = unusedFeatures[basename(id)];
        if (features === undefined) return null;
        return { code: removeFeatures(code, (source) => this.parse(source), features), map: null };
      },
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk') as Rolldown.OutputChunk[];
      for (const [id, { code }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
        const used = REACT_ITSELF.test(id) ? [] : usedIn(code ?? '');
        if (used.length > 0) this.error(`${id} uses what is left out of React: ${used.join(', ')}`);
      }
    },
  };
}

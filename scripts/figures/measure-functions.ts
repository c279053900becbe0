import { lineAt, type SourceFile } from './read-source-tree.ts';
import { isNode, parseSource, type SyntaxNode, walkTree } from './syntax-tree.ts';

export interface MeasuredFunction {
  path: string;
  name: string;
  /** From the line on which it starts to the line on which it ends. */
  lines: number;
  /** It returns JSX: a component that is mostly markup. */
  isMarkup: boolean;
}

export const MAX_FUNCTION_LINES = 60;
const MAX_MARKUP_LINES = 90;

export const maxLines = ({ isMarkup }: MeasuredFunction) =>
  isMarkup ? MAX_MARKUP_LINES : MAX_FUNCTION_LINES;

const isFunction = ({ type }: SyntaxNode) =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);

/** Every function and method with a body, except the callbacks of `describe`, `test` and `it`. */
export function measureFunctions(file: SourceFile): MeasuredFunction[] {
  const measured: MeasuredFunction[] = [];
  walkTree(parseSource(file), (node, parents) => {
    if (!isFunction(node) || !isNode(node.body) || isTestCallback(parents.at(-1))) return;
    measured.push({
      path: file.path,
      name: nameFunction(node, parents),
      lines: lineAt(file.text, node.end) - lineAt(file.text, node.start) + 1,
      isMarkup: file.path.endsWith('.tsx') && returnsMarkup(node.body),
    });
  });
  return measured;
}

function isTestCallback(parent: SyntaxNode | undefined): boolean {
  if (parent?.type !== 'CallExpression') return false;
  let callee = parent.callee as SyntaxNode;
  // `describe.each(rows)(title, callback)`, `test.for(rows)(title, callback)`
  while (callee.type !== 'Identifier') {
    const inner = callee.object ?? callee.callee ?? callee.tag;
    if (!isNode(inner)) return false;
    callee = inner;
  }
  return ['describe', 'test', 'it'].includes(callee.name as string);
}

/** Its own name, or that of the variable, property or call that it is given to. */
function nameFunction(node: SyntaxNode, parents: readonly SyntaxNode[]): string {
  const parent = parents.at(-1);
  for (const candidate of [node.id, parent?.id, parent?.key, parent?.left, parent?.callee]) {
    if (!isNode(candidate)) continue;
    const name = candidate.name ?? (candidate.property as SyntaxNode | undefined)?.name ?? candidate.value;
    if (typeof name === 'string') return candidate === parent?.callee ? `${name}(…)` : name;
  }
  return '(function)';
}

function returnsMarkup(body: SyntaxNode): boolean {
  if (body.type !== 'BlockStatement') return isMarkup(body);
  let found = false;
  walkTree(body, (node) => {
    if (isFunction(node)) return false;
    if (node.type === 'ReturnStatement' && isNode(node.argument)) found ||= isMarkup(node.argument);
    return undefined;
  });
  return found;
}

function isMarkup(value: SyntaxNode): boolean {
  if (['JSXElement', 'JSXFragment'].includes(value.type)) return true;
  return [value.expression, value.consequent, value.alternate, value.right].some(
    (part) => isNode(part) && isMarkup(part),
  );
}

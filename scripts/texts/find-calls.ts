import { type ESTree, parseSync, Visitor } from 'vite';

/** The functions whose first argument is the id of a text. */
const NAMES = new Set(['t', 'rich', 'textId', 'textToken']);

type Place = { start: number; end: number };
/** `id` is null where it is put together: the build could not find its text. */
type TextCall = Place & { name: string; id: string | null; isAtModuleLevel: boolean };

type Found = {
  /** Calls with an id in quotes, or with one that is put together. */
  calls: TextCall[];
  /** Dynamic imports of files of the tree. */
  imports: (Place & { source: string })[];
};

/** Where a module takes texts by their ids, and where it loads other modules. */
export function findCalls(path: string, code: string): Found {
  const found: Found = { calls: [], imports: [] };
  let functions = 0;
  const enter = () => void (functions += 1);
  const leave = () => void (functions -= 1);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression({ callee, arguments: [id], start, end }) {
      if (callee.type !== 'Identifier' || !NAMES.has(callee.name) || id === undefined) return;
      for (const one of idsIn(id))
        found.calls.push({ name: callee.name, id: one, isAtModuleLevel: functions === 0, start, end });
    },
    ImportExpression({ source, start, end }) {
      if (source.type === 'Literal' && /^[.#]/.test(String(source.value)))
        found.imports.push({ source: String(source.value), start, end });
    },
  }).visit(parseSync(path, code).program);
  return found;
}

/** The ids that an expression may have; null for one that is put together. Names and tables have ids from elsewhere. */
function idsIn(node: ESTree.Argument): (string | null)[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression') return [...idsIn(node.consequent), ...idsIn(node.alternate)];
  return node.type === 'TemplateLiteral' || node.type === 'BinaryExpression' ? [null] : [];
}

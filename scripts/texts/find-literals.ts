import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isException } from './literal-exceptions.ts';

/** A text that stands in the code instead of a catalogue. */
export type Literal = { path: string; line: number; text: string };

type Node = { type: string; start: number; [key: string]: unknown };

const root = join(import.meta.dirname, '../..');

/** Code with texts for users. Operators read English: commands, logs and the checks of the configuration. */
const SOURCES = [
  'src/features/**/*.{ts,tsx}',
  'src/ui/**/*.{ts,tsx}',
  'src/app/{shell,routing,service-worker}/**/*.{ts,tsx}',
  'src/app/server/*.ts',
  'src/platform/{shared,web}/**/*.ts',
];
const OTHERS =
  /\.test\.tsx?$|\/component-gallery\/|\/texts\/|\/sandbox\/|\/(config|environment|derived-settings|head-script|register-process-metrics|security-events|mount-health-and-metrics)\.ts$/;

/** Attributes whose value is read or seen. */
const TEXT_ATTRIBUTES =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|label|hint|heading|legend|caption|text|note|summary|question|errorTitle|\w+Label|\w+Text)$/;
/** Calls whose strings only programs and operators read. */
const UNREAD_CALLS =
  /^(t|rich|textId|textToken|cx|Error|\w+Error|RegExp|debug|info|warn|error|fatal|log|querySelector(All)?|closest|matches|addEventListener|removeEventListener|supports|open|setItem|getItem|startsWith|endsWith|includes|test|describe|defineTopic|createKeyedLock|createSingleLock|schedule|handle|enqueue|gauge)$/;
/** Properties for the description of the API, which is English, and for programs. */
const UNREAD_PROPERTIES = /^(about|summary|operationId|key|type|name|method|path|locale|className)$/;

const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/&\w+;/g, ''));
/** Two words with a capital or with punctuation, or one that begins with a capital. */
const isProse = (text: string) =>
  /^[^\n]*\p{L}[’',.…:]?\s+\p{L}/u.test(text)
    ? /\p{Lu}|[.!?…,]/u.test(text)
    : /^\p{Lu}\p{Ll}+[.!?…]?$/u.test(text);

export function findLiterals(): Literal[] {
  return SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !OTHERS.test(path))
    .sort()
    .flatMap((path) => literalsIn(path, readFileSync(join(root, path), 'utf8')));
}

/** The texts in a module. */
export function literalsIn(path: string, code: string): Literal[] {
  const found: Literal[] = [];
  walk(parseSync(path, code).program as unknown as Node, [], (node, parents) => {
    const text = textOf(node);
    if (text === null || !hasWords(text) || !isRead(node, parents, text)) return;
    if (node.type !== 'JSXText' && isException(path, text.trim())) return;
    const line = code.slice(0, node.start).split('\n').length;
    found.push({ path, line, text: text.replaceAll(/\s+/g, ' ').trim() });
  });
  return found;
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText') return node.value as string;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
}

function isRead(node: Node, parents: readonly Node[], text: string): boolean {
  if (node.type === 'JSXText') return true;
  const parent = parents.at(-1)!;
  if (/^(Import|Export|TS(?!As|Satisfies|NonNull))/.test(parent.type)) return false;
  if (['TaggedTemplateExpression', 'MemberExpression', 'SwitchCase'].includes(parent.type)) return false;
  if (parent.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator as string)) return false;
  if (parent.type === 'Property' && parent.key === node) return false;
  const attribute = nearest(parents, 'JSXAttribute', ['JSXElement', 'ArrowFunctionExpression']);
  if (attribute) return TEXT_ATTRIBUTES.test(nameOf(attribute.name)) || isSentence(text);
  const call = parents.findLast(({ type }) => type === 'CallExpression' || type === 'NewExpression');
  if (call && ((call.callee as Node).type === 'Super' || UNREAD_CALLS.test(nameOf(call.callee))))
    return false;
  const property = nearest(parents, 'Property', ['CallExpression', 'ArrowFunctionExpression']);
  if (property && UNREAD_PROPERTIES.test(nameOf(property.key))) return false;
  return isProse(text);
}

const isSentence = (text: string) => /\p{Lu}.*\s\p{L}/u.test(text);

const nearest = (parents: readonly Node[], type: string, until: string[] = []) => {
  const at = parents.findLastIndex((node) => node.type === type);
  return at > parents.findLastIndex((node) => until.includes(node.type)) ? parents[at] : undefined;
};

function nameOf(node: unknown): string {
  const { name, value, property } = node as { name?: unknown; value?: unknown; property?: unknown };
  if (typeof name === 'string') return name;
  return property ? nameOf(property) : typeof value === 'string' ? value : '';
}

function walk(node: Node, parents: Node[], visit: (node: Node, parents: Node[]) => void): void {
  visit(node, parents);
  const within = [...parents, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof (child as Node | null)?.type === 'string') walk(child as Node, within, visit);
}

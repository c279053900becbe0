import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

/** TypeScript's type of each argument of a message, by its name. */
export function argumentsOf(message: string): Map<string, string> {
  const found = new Map<string, string>();
  visit(parse(message), (node) => {
    const type = typeOf(node);
    if (type === null || !('value' in node)) return;
    // A number that is also written plainly stays a number.
    if (type !== 'string' || !found.has(node.value)) found.set(node.value, type);
  });
  return found;
}

/** Calls `use` with each part of a message, those in branches and tags included, and with the parts around it. */
export function visit(
  nodes: readonly MessageFormatElement[],
  use: (node: MessageFormatElement, around: readonly MessageFormatElement[]) => void,
  around: readonly MessageFormatElement[] = [],
): void {
  for (const node of nodes) {
    use(node, around);
    const within = [...around, node];
    if ('options' in node) for (const { value } of Object.values(node.options)) visit(value, use, within);
    if ('children' in node) visit(node.children, use, within);
  }
}

function typeOf(node: MessageFormatElement): string | null {
  switch (node.type) {
    case TYPE.argument:
      return 'string';
    case TYPE.number:
    case TYPE.plural:
      return 'number';
    case TYPE.select:
      return selectType(node.options);
    case TYPE.tag:
      return 'Tag';
    default:
      return null;
  }
}

type Options = Record<string, { value: MessageFormatElement[] }>;

/** ICU wants an `other`: one with the text of another key is no value of the argument. */
function selectType(options: Options): string {
  const { other, ...named } = options;
  const keys = Object.keys(named).sort();
  if (keys.every((key) => key === 'true' || key === 'false')) return 'boolean';
  const texts = Object.values(named).map(({ value }) => printAST(value));
  const isRepeated = other === undefined || texts.includes(printAST(other.value));
  return [...keys, ...(isRepeated ? [] : ['other'])].map((key) => `'${key}'`).join(' | ');
}

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

/**
 * A message with isolated arguments (U+2068, U+2069): a Latin title in a text that runs from right to left moves
 * nothing around it, and its own punctuation stays where it is.
 */
export const isolateArguments = (message: string): string => printAST(isolated(parse(message)));

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });

const isolated = (nodes: MessageFormatElement[]): MessageFormatElement[] =>
  nodes.flatMap((node) => {
    if (node.type === TYPE.argument) return [literal('\u2068'), node, literal('\u2069')];
    if (node.type === TYPE.tag) return { ...node, children: isolated(node.children) };
    if (node.type !== TYPE.plural && node.type !== TYPE.select) return node;
    const options = Object.entries(node.options).map(
      ([key, option]) => [key, { ...option, value: isolated(option.value) }] as const,
    );
    return { ...node, options: Object.fromEntries(options) } as MessageFormatElement;
  });

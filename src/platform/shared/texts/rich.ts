import { createElement, Fragment, type ReactNode } from 'react';
import { formatMessage } from './format-message.ts';
import { currentLocale } from './locale.ts';
import type { TextId, TextValues } from './t.ts';
import type { Tag } from './text-arguments.ts';

/** Children by position: parts of one text need no keys. */
const joined = (parts: ReactNode): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : parts;

/** A text with elements in it: `rich('ui.example', { b: (text) => <b>{text}</b> })`. */
export function rich<Id extends TextId>(id: Id, ...[args]: TextValues<Id>): ReactNode {
  const given = Object.entries((args ?? {}) as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'function' ? (parts: ReactNode[]) => (value as Tag)(joined(parts)) : value,
  ]);
  return joined(formatMessage<ReactNode>(currentLocale(), id, Object.fromEntries(given)) as ReactNode);
}

import { formatMessage } from './format-message.ts';
import { currentLocale, type Locale } from './locale.ts';
import type { TextArguments } from './text-arguments.ts';

/** `<feature>.<place>.<what>`: the key of a text in the catalogues. */
export type TextId = keyof TextArguments;

/** The id of a text without arguments. */
export type PlainTextId = { [Id in TextId]: TextArguments[Id] extends null ? Id : never }[TextId];

export type TextValues<Id extends TextId> = TextArguments[Id] extends null ? [] : [args: TextArguments[Id]];

/** `t` of one locale. */
export type Translate = <Id extends TextId>(id: Id, ...args: TextValues<Id>) => string;

/** A text that is formatted later, in the language of its reader. It can be stored as JSON. */
export type TextToken = { readonly id: TextId; readonly args?: Readonly<Record<string, unknown>> };

/** A text in the language of the page, or of the running rendering. Throws at module level: use `textId` there. */
export const t: Translate = (id, ...[args]) => formatMessage<never>(currentLocale(), id, args) as string;

/** `t` outside of a page: for emails, push messages and errors, and for data loaded before a rendering. */
export const textsIn =
  (locale: Locale): Translate =>
  (id, ...[args]) =>
    formatMessage<never>(locale, id, args) as string;

/** The id of a text, in tables at module level. */
export const textId = <Id extends TextId>(id: Id): Id => id;

export const textToken = <Id extends TextId>(id: Id, ...[args]: TextValues<Id>): TextToken =>
  args === undefined ? { id } : { id, args: args as Record<string, unknown> };

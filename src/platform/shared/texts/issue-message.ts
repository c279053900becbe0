import type { TextToken } from './t.ts';
import { word } from './word.ts';

/** A token as the message of an issue: schemas take only strings. */
export const issueMessage = (token: TextToken): string => JSON.stringify(token);

/** The token in the message of an issue; null in a message of the schema library. */
export const parseIssueMessage = (message: string): TextToken | null =>
  message.startsWith('{') ? (JSON.parse(message) as TextToken) : null;

/** The message of an issue in the language of the page. */
export function wordIssue(message: string): string {
  const token = parseIssueMessage(message);
  return token === null ? message : word(token);
}

/** The name of the field of an issue, in texts for programs. */
export const toFieldName = ({ path }: { path?: readonly PropertyKey[] | undefined }): string =>
  (path ?? []).map(String).join('.');

import type { Warning } from '../rules.ts';
import { withoutLinksTo } from './find-foreign-link.ts';
import { classifyMessage } from './classify-message.ts';
import { extractFeatures } from './model/extract-features.ts';
import { readModel } from './model/warning-model.ts';
import { readMessage } from './message-words.ts';

const model = readModel();

/** Null if harmless. Reads the text alone, never who wrote it. Links to `publicUrl` are harmless. */
export function findWarning(text: string, publicUrl: string): Warning | null {
  const message = readMessage(withoutLinksTo(new URL(publicUrl).hostname, text));
  return classifyMessage(message, extractFeatures(message), model);
}

import type { Language } from '#platform/shared/texts/languages.ts';
import type { Warning } from '../rules.ts';
import { classifyMessage } from './classify-message.ts';
import { withoutLinksTo } from './find-foreign-link.ts';
import { readMessage } from './message-words.ts';
import { chooseModel } from './model/choose-model.ts';
import { extractFeatures } from './model/extract-features.ts';
import { readModel } from './model/warning-model.ts';

type Where = {
  /** Links to it are harmless. */
  publicUrl: string;
  market: { languages: readonly Language[] };
};

/** Null if harmless. Reads the text alone, never who wrote it: in English and in the languages of the market. */
export function findWarning(text: string, { publicUrl, market }: Where): Warning | null {
  const message = readMessage(withoutLinksTo(new URL(publicUrl).hostname, text));
  const model = chooseModel(message, market.languages);
  return classifyMessage(message, extractFeatures(message, model), readModel(model));
}

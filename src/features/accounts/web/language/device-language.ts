import { openDraft } from '#platform/web/forms/open-draft.ts';
import {
  findOffered,
  languageCookie,
  languageOfCookies,
  type OfferedLanguages,
} from '#platform/shared/texts/language-choice.ts';
import type { Language } from '#platform/shared/texts/languages.ts';

/** The language that was chosen on this device; null for automatic. */
export function readDeviceLanguage(offered: OfferedLanguages): Language | null {
  const language = languageOfCookies(document.cookie);
  return language !== null && offered.includes(language) ? language : null;
}

export function saveDeviceLanguage(language: Language | null): void {
  document.cookie = languageCookie(language, { secure: location.protocol === 'https:' });
}

/** The language of the next document without a choice. */
export const automaticLanguage = (offered: OfferedLanguages): Language =>
  findOffered(navigator.languages, offered) ?? offered[0];

const stored = openDraft('language');

/** On what this device and the account last agreed; undefined before the first time, and after a sign-out. */
export const agreedLanguage = {
  read: (): Language | null | undefined =>
    (stored.read() as { language?: Language | null } | undefined)?.language,
  save: (language: Language | null): void => void stored.save({ language }),
};

type Choices = { agreed: Language | null | undefined; device: Language | null; account: Language | null };

/**
 * The choice of both: the account's on a device that is new to it, then the later change. A device without a
 * choice has changed nothing: browsers delete cookies.
 */
export function agreeOnLanguage({ agreed, device, account }: Choices): Language | null {
  if (agreed === undefined) return account ?? device;
  return device === null || device === agreed ? account : device;
}

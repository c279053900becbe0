import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { outdateDocument } from '#platform/web/navigation/document-language.ts';
import type { AccountEndpoints, CurrentUser } from '../../contract.ts';
import {
  agreedLanguage,
  agreeOnLanguage,
  automaticLanguage,
  readDeviceLanguage,
  saveDeviceLanguage,
} from './device-language.ts';

/** Saves the language of both where it differs. `update` receives the changed user. */
export async function shareLanguage(
  transport: Transport,
  account: Language | null,
  update: (user: CurrentUser) => Promise<void>,
): Promise<void> {
  const { language: shown, languages } = currentLocale();
  const device = readDeviceLanguage(languages);
  const language = agreeOnLanguage({ agreed: agreedLanguage.read(), device, account });
  if (language !== device) saveDeviceLanguage(language);
  agreedLanguage.save(language);
  // Without cookies the next document would be in the same language.
  if (readDeviceLanguage(languages) === language && (language ?? automaticLanguage(languages)) !== shown)
    outdateDocument();
  if (language === account) return;
  const body = { language };
  await update(await apiClient<AccountEndpoints>(transport).call('PATCH /api/users/me', { body }));
}

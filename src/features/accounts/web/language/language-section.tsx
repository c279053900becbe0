import { apiClient } from '#platform/shared/define-endpoints.ts';
import { languageNames } from '#platform/shared/texts/language-choice.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useOrderedMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import type { AccountEndpoints, CurrentUser } from '../../contract.ts';
import { useSessionActions } from '../session/session-context.tsx';
import { LanguageName } from './language-name.tsx';
import { agreedLanguage, automaticLanguage, saveDeviceLanguage } from './device-language.ts';

/** The language of pages, emails and notifications. Another one loads the page again. */
export function LanguageSection({ user }: { user: CurrentUser }) {
  const { language: shown, languages } = currentLocale();
  const { chosen, choose } = useLanguageChoice(user, shown);
  if (languages.length === 1) return null;
  const automatic = automaticLanguage(languages);
  return (
    <Section title={t('accounts.language.title')}>
      <div className={listStyles.list} role="radiogroup" aria-label={t('accounts.language.title')}>
        {[null, ...languages].map((language) => (
          <label key={language ?? 'automatic'} className={listStyles.item}>
            <span className={shared.grow}>
              {language === null ? (
                t('accounts.language.automatic', { language: languageNames[automatic] })
              ) : (
                <LanguageName language={language} />
              )}
            </span>
            <input
              className={optionGroupStyles.radio}
              type="radio"
              name="language"
              checked={chosen === language}
              onChange={() => choose(language)}
            />
          </label>
        ))}
      </div>
    </Section>
  );
}

function useLanguageChoice({ language }: CurrentUser, shown: Language) {
  const api = apiClient<AccountEndpoints>(useTransport());
  const { update } = useSessionActions();
  const { isPending, isSuccess, variables, mutate } = useOrderedMutation({
    scope: { id: 'language' },
    mutationFn: (wanted: Language | null) => api.call('PATCH /api/users/me', { body: { language: wanted } }),
    onSuccess: async (user) => {
      saveDeviceLanguage(user.language);
      agreedLanguage.save(user.language);
      await update(user);
      if ((user.language ?? automaticLanguage(currentLocale().languages)) !== shown) location.reload();
    },
    meta: failsAs(t('accounts.language.not-changed')),
  });
  return { chosen: isPending || isSuccess ? variables : language, choose: mutate };
}

import { useLocation } from 'wouter';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Section } from '#ui/layout/app-shell.tsx';
import { LanguageName } from './language-name.tsx';
import shared from '#ui/shared.module.css';

/** The languages of the market for visitors, without a script, too. */
export function LanguageForm() {
  const { language: shown, languages } = currentLocale();
  const [path] = useLocation();
  if (languages.length === 1) return null;
  return (
    <Section title={t('accounts.language.title')}>
      <form method="post" action="/language">
        <input type="hidden" name="page" value={path} />
        <div className={cx(shared.row, shared.wrap)}>
          {languages.map((language) => (
            <Button
              key={language}
              type="submit"
              variant={language === shown ? 'soft-green' : 'quiet'}
              size="slim"
              name="language"
              value={language}
              aria-current={language === shown ? 'true' : undefined}
            >
              <span>
                <LanguageName language={language} />
              </span>
            </Button>
          ))}
        </div>
      </form>
    </Section>
  );
}

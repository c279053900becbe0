import type { ComponentProps, ReactNode } from 'react';
import { directionOf } from '#platform/shared/texts/languages.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { privacyPolicy } from '../texts/documents/legal-documents.ts';
import { LegalPage } from './legal-page.tsx';

type PrivacyPageProps = {
  back: ComponentProps<typeof LegalPage>['back'];
  /** The setting for Google ads; null if they are not configured. */
  googleAds: ReactNode;
};

/** Which data is stored about users. */
export function PrivacyPage({ back, googleAds }: PrivacyPageProps) {
  const { language } = currentLocale();
  const setting = googleAds !== null && (
    <div lang={language} dir={directionOf(language)}>
      {googleAds}
    </div>
  );
  return (
    <LegalPage
      title={t('support.privacy.title')}
      back={back}
      path="/privacy"
      document={privacyPolicy}
      facts={{ googleAds: setting || null }}
    />
  );
}

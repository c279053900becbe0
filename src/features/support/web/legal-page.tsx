import type { ComponentProps } from 'react';
import { directionOf } from '#platform/shared/texts/languages.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { LegalLinks } from './legal-links.tsx';
import { OperatorDetails, WithImprint } from './operator-details.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import type { LegalDocument } from '../texts/documents/legal-documents.ts';
import shared from '#ui/shared.module.css';

type LegalPageProps<Props> = Pick<ComponentProps<typeof TitleHeader>, 'back'> & {
  title: string;
  document: LegalDocument<Props>;
  facts: Props;
  path: ComponentProps<typeof LegalLinks>['except'];
};

/** A legal text in the reader's language if there is one, else in English; and who runs the campus. */
export function LegalPage<Props extends object>({
  document,
  facts,
  path,
  title,
  back,
}: LegalPageProps<Props>) {
  useDocumentTitle(title);
  const { language } = currentLocale();
  const Translated = document[language];
  const English = document.en;
  return (
    <AppShell>
      <TitleHeader title={title} back={back} />
      <Main id="main">
        {Translated ? (
          <Translated {...facts} />
        ) : (
          <>
            <p className={shared.soft}>{t('support.legal.in-english')}</p>
            <div lang="en" dir={directionOf('en')} className={shared.stack}>
              <English {...facts} />
            </div>
          </>
        )}
        <Section title={t('support.imprint.operator')}>
          <WithImprint>{(imprint) => <OperatorDetails imprint={imprint} />}</WithImprint>
        </Section>
        <LegalLinks except={path} />
      </Main>
    </AppShell>
  );
}

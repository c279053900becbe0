import type { ComponentProps } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { LegalLinks } from './legal-links.tsx';
import { OperatorDetails, WithImprint } from './operator-details.tsx';

/** Who runs the campus. */
export function ImprintPage({ back }: Pick<ComponentProps<typeof TitleHeader>, 'back'>) {
  useDocumentTitle(t('support.imprint.title'));
  return (
    <AppShell>
      <TitleHeader title={t('support.imprint.title')} back={back} />
      <Main id="main">
        <WithImprint>
          {(imprint) => (
            <>
              <p>
                {imprint.campus === null
                  ? t('support.imprint.run-by')
                  : t('support.imprint.run-by-at', { campus: imprint.campus })}
              </p>
              <OperatorDetails imprint={imprint} />
              <Section title={t('support.imprint.responsible')}>
                {imprint.person === null ? (
                  <p>{t('support.imprint.empty')}</p>
                ) : (
                  <p>{t('support.imprint.person', { person: imprint.person })}</p>
                )}
              </Section>
            </>
          )}
        </WithImprint>
        <Section title={t('support.imprint.illegal')}>
          <p>{t('support.imprint.illegal-text')}</p>
          <LinkButton href="/report-illegal" variant="quiet" icon="flag" wide>
            {t('support.legal.report')}
          </LinkButton>
        </Section>
        <LegalLinks except="/imprint" />
      </Main>
    </AppShell>
  );
}

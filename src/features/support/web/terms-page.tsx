import type { ComponentProps } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { terms } from '../texts/documents/legal-documents.ts';
import type { SaleFacts } from './faq.ts';
import { LegalPage } from './legal-page.tsx';

type TermsPageProps = { facts: SaleFacts; back: ComponentProps<typeof LegalPage>['back'] };

/** The rules of the market. */
export const TermsPage = ({ facts, back }: TermsPageProps) => (
  <LegalPage title={t('support.terms.title')} back={back} path="/terms" document={terms} facts={{ facts }} />
);

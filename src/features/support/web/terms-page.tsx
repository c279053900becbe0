import type { ComponentProps } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { type TermsFacts, terms } from '../texts/documents/legal-documents.ts';
import { LegalPage } from './legal-page.tsx';

type TermsPageProps = { facts: TermsFacts; back: ComponentProps<typeof LegalPage>['back'] };

/** The rules of the market. */
export const TermsPage = ({ facts, back }: TermsPageProps) => (
  <LegalPage title={t('support.terms.title')} back={back} document={terms} facts={{ facts }} />
);

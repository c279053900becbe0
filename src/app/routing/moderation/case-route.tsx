import { CasePage } from '#features/moderation/web/cases/case-page.tsx';
import type { PageProps } from '../page-route.ts';
import { reasonText } from './reason-text.ts';

/** A case, with what other features know of it. */
export default function CaseRoute({ params }: PageProps) {
  return <CasePage id={params['id']!} reasonText={reasonText} />;
}

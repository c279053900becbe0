import { DecisionPage } from '#features/moderation/web/decisions/decision-page.tsx';
import { DecisionsPage } from '#features/moderation/web/decisions/decisions-page.tsx';
import type { PageProps } from '../page-route.ts';

/** The decisions about the reader, and one of them: one piece, because few visits need it. */
export default function DecisionsRoute({ params: { id } }: PageProps) {
  return id === undefined ? <DecisionsPage /> : <DecisionPage id={id} />;
}

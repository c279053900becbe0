import { TermsPage } from '#features/support/web/terms-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { saleFacts } from '../sale-facts.ts';

/** The terms, which state the prices. */
export default function TermsRoute() {
  return <TermsPage facts={saleFacts()} back={useBack('/')} />;
}

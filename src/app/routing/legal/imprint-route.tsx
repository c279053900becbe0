import { ImprintPage } from '#features/support/web/imprint-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';

export default function ImprintRoute() {
  return <ImprintPage back={useBack('/help')} />;
}

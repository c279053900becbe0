import { AccessibilityPage } from '#features/support/web/accessibility-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';

export default function AccessibilityRoute() {
  return <AccessibilityPage back={useBack('/help')} />;
}

import { type ComponentType, use } from 'react';
import { useLocation } from 'wouter';
import ConfirmNoticePage from '#features/notices/web/confirm-notice-page.tsx';
import ReportIllegalPage from '#features/notices/web/report-illegal-page.tsx';
import { AccessibilityPage } from '#features/support/web/accessibility-page.tsx';
import { ImprintPage } from '#features/support/web/imprint-page.tsx';
import { TermsPage } from '#features/support/web/terms-page.tsx';
import TransparencyPage from '#features/transparency/web/transparency-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { PageFoot } from '#ui/layout/app-shell.tsx';
import type { PageProps } from '../page-route.ts';
import { saleFacts } from '../sale-facts.ts';
import type { LegalPath } from './legal-loaders.ts';
import PrivacyRoute from './privacy-route.tsx';

const pages: Record<LegalPath, ComponentType<PageProps>> = {
  '/privacy': PrivacyRoute,
  '/terms': TermsRoute,
  '/imprint': ImprintRoute,
  '/accessibility': AccessibilityRoute,
  '/transparency': TransparencyPage,
  '/report-illegal': ReportIllegalPage,
  '/notice': ConfirmNoticePage,
};

/** The legal page of the path. Most have the links of the foot in their content. */
export default function LegalRoute(props: PageProps) {
  const [path] = useLocation();
  const foot = use(PageFoot);
  const Page = pages[path.replace(/(?<=.)\/$/, '') as LegalPath];
  return (
    <PageFoot value={Page === TransparencyPage ? foot : null}>
      <Page {...props} />
    </PageFoot>
  );
}

function TermsRoute() {
  return <TermsPage facts={saleFacts()} back={useBack('/')} />;
}

function ImprintRoute() {
  return <ImprintPage back={useBack('/help')} />;
}

function AccessibilityRoute() {
  return <AccessibilityPage back={useBack('/help')} />;
}

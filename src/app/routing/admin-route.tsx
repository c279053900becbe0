import { lazy } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { AdminPage, type AdminTab } from '#features/administration/web/admin-page.tsx';
import { t } from '#platform/shared/texts/t.ts';
import type { PageProps } from './page-route.ts';
import { usePendingCounts } from './use-pending-counts.ts';

const SupportInbox = lazy(() =>
  import('#features/support/web/lazy.ts').then((parts) => ({ default: parts.SupportInbox })),
);
const AdminCasesTab = lazy(() => import('./moderation/admin-cases-tab.tsx'));
const AdminCoursesTab = lazy(() => import('./courses/admin-courses-tab.tsx'));
const PlacesTab = lazy(() =>
  import('#features/meetings/web/lazy.ts').then((meetings) => ({ default: meetings.PlacesTab })),
);
const CampusTab = lazy(() =>
  import('#features/campus/web/lazy.ts').then((parts) => ({ default: parts.CampusTab })),
);
const AuditLog = lazy(() =>
  import('#features/audit/web/lazy.ts').then((parts) => ({ default: parts.AuditLog })),
);

/** Tabs of other features. Their code is fetched when they are opened. */
const otherTabs = (): AdminTab[] => [
  { value: 'cases', role: 'moderator', label: t('moderation.queue.title'), content: <AdminCasesTab /> },
  { value: 'courses', role: 'course-editor', label: t('app.admin.courses'), content: <AdminCoursesTab /> },
  { value: 'places', role: 'course-editor', label: t('app.admin.places'), content: <PlacesTab /> },
  { value: 'campus', role: 'admin', label: t('app.admin.campus'), content: <CampusTab /> },
  { value: 'support', role: 'admin', label: t('app.admin.support'), content: <SupportInbox /> },
  { value: 'audit', role: 'admin', label: t('app.admin.audit'), content: <AuditLog /> },
];

/** The dashboard, with the tabs of other features. */
export default function AdminRoute({ search }: PageProps) {
  const session = useSession();
  const { roles, needsPasskey } =
    session.status === 'signed-in' ? session.user : { roles: [], needsPasskey: false };
  return (
    <AdminPage
      tab={search.get('tab')}
      roles={roles}
      needsPasskey={needsPasskey}
      otherTabs={otherTabs()}
      pending={usePendingCounts(roles)}
    />
  );
}

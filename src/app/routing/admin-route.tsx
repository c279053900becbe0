import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { BooksTab, DataTab, UsersTab } from '#features/administration/web/lazy.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ConversationListSkeleton } from '#ui/states/skeleton.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import type { PageProps } from './page-route.ts';
import { AdminOverviewTab } from './admin-overview-tab.tsx';
import { usePendingCounts } from './use-pending-counts.ts';

type Tab = { value: string; label: string; Content: ComponentType };

/** The specification's four, then those of other features, which come when they are opened. */
const tabs: Tab[] = [
  { value: 'overview', label: 'Overview', Content: AdminOverviewTab },
  { value: 'books', label: 'Books', Content: BooksTab },
  { value: 'users', label: 'Users', Content: UsersTab },
  { value: 'data', label: 'Data', Content: DataTab },
  {
    value: 'support',
    label: 'Support',
    Content: lazy(() =>
      import('#features/support/web/lazy.ts').then(({ SupportInbox }) => ({ default: SupportInbox })),
    ),
  },
  {
    value: 'reports',
    label: 'Reports',
    Content: lazy(() => import('./admin-reports-tab.tsx')),
  },
  {
    value: 'audit',
    label: 'Audit log',
    Content: lazy(() =>
      import('#features/audit/web/lazy.ts').then(({ AuditLog }) => ({ default: AuditLog })),
    ),
  },
];

/** The administrators' dashboard. The tab stands in the address, so that Back leads to the one before. */
export default function AdminRoute({ search }: PageProps) {
  const [, navigate] = useLocation();
  const shown = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0]!;
  const waiting: Record<string, number | undefined> = usePendingCounts();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  const { Content } = shown;
  return (
    <AppShell>
      <header className="head with-tabs">
        <div className="bar">
          <div className="grow">
            <h1>Admin Dashboard</h1>
            <p className="tiny soft">Manage books and users on BookSwap</p>
          </div>
          <LinkButton variant="text" size="slim" href="/">
            Back to App
          </LinkButton>
        </div>
        <div ref={row}>
          <Tabs
            id="admin"
            label="Parts of the dashboard"
            tabs={tabs.map((tab) => ({ ...tab, waiting: waiting[tab.value] }))}
            value={shown.value}
            onChange={(value) => navigate(value === 'overview' ? '/admin' : `/admin?tab=${value}`)}
          />
        </div>
      </header>
      <Main id="main">
        <div role="tabpanel" id="admin-panel" aria-labelledby={`admin-${shown.value}`} className="stack">
          <Suspense fallback={<ConversationListSkeleton label="Loading..." />}>
            <Content />
          </Suspense>
        </div>
      </Main>
    </AppShell>
  );
}

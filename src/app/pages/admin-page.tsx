import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { BooksTab, DataTab, UsersTab } from '#features/administration/web/parts.ts';
import { LinkButton } from '#ui/button.tsx';
import { App, Main } from '#ui/shell.tsx';
import { ThreadListSkeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { PageAddress } from '../page-route.ts';
import { AdminOverviewTab } from './admin-overview-tab.tsx';
import { useWaiting } from './use-waiting.ts';

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
      import('#features/support/web/parts.ts').then(({ SupportInbox }) => ({ default: SupportInbox })),
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
      import('#features/audit/web/parts.ts').then(({ AuditLog }) => ({ default: AuditLog })),
    ),
  },
];

/** The administrators' dashboard. The tab stands in the address, so that Back leads to the one before. */
export default function AdminPage({ search }: PageAddress) {
  const [, navigate] = useLocation();
  const shown = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0]!;
  const waiting: Record<string, number | undefined> = useWaiting();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  const { Content } = shown;
  return (
    <App>
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
          <Suspense fallback={<ThreadListSkeleton label="Loading..." />}>
            <Content />
          </Suspense>
        </div>
      </Main>
    </App>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { isPasskeyRequired, PasskeyGate } from '#features/accounts/web/lazy.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { cx } from '#ui/class-names.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import { statsQuery } from './admin-queries.ts';
import { BooksTab } from './books-tab.tsx';
import { DataTab } from './data-tab.tsx';
import { OverviewTab, type PendingCounts, PendingWork } from './overview-tab.tsx';
import { UsersTab } from './users-tab.tsx';
import shared from '#ui/shared.module.css';
import headerStyles from '#ui/layout/header.module.css';
import styles from './admin-page.module.css';

type Tab = { value: string; label: string; content: ReactNode };

type AdminPageProps = {
  /** The value of the open tab in the URL, so that Back returns to the previous tab. */
  tab: string | null;
  /** The tabs of other features, after the four of this one. */
  otherTabs: readonly Tab[];
  pending: PendingCounts;
};

/** The dashboard of administrators. */
export function AdminPage({ tab, otherTabs, pending }: AdminPageProps) {
  const [, navigate] = useLocation();
  const tabs: Tab[] = [
    {
      value: 'overview',
      label: t('administration.tab.overview'),
      content: <OverviewTab pendingWork={<PendingWork {...pending} />} />,
    },
    { value: 'books', label: t('administration.tab.books'), content: <BooksTab /> },
    { value: 'users', label: t('administration.tab.users'), content: <UsersTab /> },
    { value: 'data', label: t('administration.tab.data'), content: <DataTab /> },
    ...otherTabs,
  ];
  const { value: shown, content } = tabs.find(({ value }) => value === tab) ?? tabs[0]!;
  const waiting: Record<string, number | undefined> = pending;
  const stats = useQuery(statsQuery(useTransport()));
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <AppShell>
      <header className={cx(headerStyles.header, styles.header)}>
        <div className={headerStyles.bar}>
          <div className={shared.grow}>
            <h1>{t('administration.page.title')}</h1>
            <p className={cx(shared.tiny, shared.soft)}>{t('administration.page.text')}</p>
          </div>
          <LinkButton variant="text" size="slim" href="/">
            {t('administration.page.back')}
          </LinkButton>
        </div>
        <div ref={row}>
          <Tabs
            id="admin"
            label={t('administration.page.tabs')}
            tabs={tabs.map(({ value, label }) => ({ value, label, waiting: waiting[value] }))}
            value={shown}
            onChange={(value) => navigate(value === 'overview' ? '/admin' : `/admin?tab=${value}`)}
          />
        </div>
      </header>
      <Main id="main">
        <div role="tabpanel" id="admin-panel" aria-labelledby={`admin-${shown}`} className={shared.stack}>
          {/* The key unmounts the previous tab at once: hidden, its search would still change the URL. */}
          <Suspense
            key={shown}
            fallback={<ConversationListSkeleton label={t('administration.page.loading')} />}
          >
            {isPasskeyRequired(stats.error) ? <PasskeyGate /> : content}
          </Suspense>
        </div>
      </Main>
    </AppShell>
  );
}

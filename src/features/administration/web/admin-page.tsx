import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isPasskeyRequired, PasskeyGate } from '#features/accounts/web/lazy.ts';
import { hasRole, type StaffRole } from '#platform/shared/team/staff-roles.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { cx } from '#ui/class-names.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import { BooksTab } from './books-tab.tsx';
import { DataTab } from './data-tab.tsx';
import { OverviewTab, type PendingCounts, PendingWork } from './overview-tab.tsx';
import { UsersTab } from './users-tab.tsx';
import shared from '#ui/shared.module.css';
import headerStyles from '#ui/layout/header.module.css';
import styles from './admin-page.module.css';

/** A tab of the dashboard, for the members of the team with this role. */
export type AdminTab = { value: string; role: StaffRole; label: string; content: ReactNode };

type AdminPageProps = {
  /** The value of the open tab in the URL, so that Back returns to the previous tab. */
  tab: string | null;
  /** Of the user, who sees the tabs of these; the first is open without a `tab`. */
  roles: readonly StaffRole[];
  /** Before the roles may be used in this session. */
  needsPasskey: boolean;
  /** The tabs of other features, after the four of this one. */
  otherTabs: readonly AdminTab[];
  pending: PendingCounts;
};

/** Of a user who has just lost the last role. */
const noTab = { value: '', content: null };

const ownTabs = (pending: PendingCounts): AdminTab[] => [
  {
    value: 'overview',
    role: 'admin',
    label: t('administration.tab.overview'),
    content: <OverviewTab pendingWork={<PendingWork {...pending} />} />,
  },
  { value: 'books', role: 'admin', label: t('administration.tab.books'), content: <BooksTab /> },
  { value: 'users', role: 'admin', label: t('administration.tab.users'), content: <UsersTab /> },
  { value: 'data', role: 'admin', label: t('administration.tab.data'), content: <DataTab /> },
];

/** Whether the server wants a passkey first, and what says that it was used. */
function usePasskeyGate(needsPasskey: boolean): [isClosed: boolean, open: () => void] {
  const queries = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (isPasskeyRequired(event.action.error)) setRefused(true);
      }),
    [queries],
  );
  return [needsPasskey || isRefused, () => setRefused(false)];
}

/** What a member of the team has the dashboard for. */
function summaryOf(roles: readonly StaffRole[]): PlainTextId {
  const [moderates, editsCourses] = [roles.includes('moderator'), roles.includes('course-editor')];
  if (roles.includes('admin') || !(moderates || editsCourses)) return 'administration.page.text';
  if (moderates && editsCourses) return 'administration.page.text-of-both';
  return moderates ? 'administration.page.text-of-moderator' : 'administration.page.text-of-course-editor';
}

/** The dashboard of the team. */
export function AdminPage({ tab, roles, needsPasskey, otherTabs, pending }: AdminPageProps) {
  const [, navigate] = useLocation();
  const tabs = [...ownTabs(pending), ...otherTabs].filter(({ role }) => hasRole({ roles }, role));
  const first = tabs[0];
  const { value: shown, content } = tabs.find(({ value }) => value === tab) ?? first ?? noTab;
  const waiting: Record<string, number | undefined> = pending;
  const [isClosed, open] = usePasskeyGate(needsPasskey);
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
            <p className={cx(shared.tiny, shared.soft)}>{t(summaryOf(roles))}</p>
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
            onChange={(value) => navigate(value === first?.value ? '/admin' : `/admin?tab=${value}`)}
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
            {isClosed ? <PasskeyGate onUsed={open} /> : content}
          </Suspense>
        </div>
      </Main>
    </AppShell>
  );
}

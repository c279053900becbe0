import { currentLocale } from '#platform/shared/texts/locale.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMoney, formatThousands } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { LinkItem, List } from '#ui/layout/list.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import type { Activity } from '../contract.ts';
import { activityQuery, setupQuery, statsQuery } from './admin-queries.ts';
import { DayChart } from './day-chart.tsx';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import tableStyles from '#ui/layout/table.module.css';
import styles from './overview-tab.module.css';

const none = { totalBooks: 0, totalUsers: 0, activeListings: 0, courses: 0, wantedEntries: 0, reviews: 0 };

/** Counters and charts of the market, below the pending work. */
export function OverviewTab({ pendingWork }: { pendingWork: ReactNode }) {
  const transport = useTransport();
  const stats = useQuery(statsQuery(transport));
  const activity = useQuery(activityQuery(transport));
  const { data: setup } = useQuery(setupQuery(transport));
  const { totalBooks, totalUsers, activeListings, courses, wantedEntries, reviews } = stats.data ?? none;
  const failed = stats.isError || activity.isError;
  return (
    <>
      <h2 className={shared.visuallyHidden}>Overview</h2>
      {setup?.mail === 'outbox' && (
        <InlineAlert tone="warning" small>
          Until SMTP_URL is set, emails go to the log and the outbox folder of DATA_DIR.
        </InlineAlert>
      )}
      {pendingWork}
      <dl className={styles.counters}>
        <Counter label="Total Books" count={totalBooks} />
        <Counter label="Total Users" count={totalUsers} />
        <Counter label="Active Listings" count={activeListings} />
        <Counter label="Courses" count={courses} />
        <Counter label="Wanted Books" count={wantedEntries} />
        <Counter label="Reviews" count={reviews} />
      </dl>
      {failed && (
        <ErrorState
          level={3}
          title="Failed to load the overview"
          retrying={stats.isFetching || activity.isFetching}
          onRetry={() => void Promise.all([stats.refetch(), activity.refetch()])}
        />
      )}
      {activity.data !== undefined && <Charts {...activity.data} />}
    </>
  );
}

const Counter = ({ label, count }: { label: string; count: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatThousands(count)}</dd>
  </div>
);

function Charts({ days, payments, testMode }: Activity) {
  const unit = 10 ** currentLocale().money.digits;
  const by = (part: 'listings' | 'messages' | 'income') =>
    days.map((day) => ({ day: day.day, value: part === 'income' ? day.income / unit : day[part] }));
  return (
    <>
      <DayChart title="New listings" days={by('listings')} format={formatThousands} />
      <DayChart title="Messages" days={by('messages')} format={formatThousands} />
      <DayChart
        title="Income"
        note={testMode ? 'Test mode: no real charges.' : undefined}
        days={by('income')}
        format={units}
      />
      <Payments payments={payments} />
    </>
  );
}

/** An amount in whole units of the currency, without decimals that are 0. */
function units(value: number): string {
  const { money } = currentLocale();
  const amount = Math.round(value * 10 ** money.digits);
  const shown = formatMoney(amount);
  return Number.isInteger(value) && money.digits > 0
    ? shown.replace(money.decimal + '0'.repeat(money.digits), '')
    : shown;
}

const types = { boost: 'Boost', 'remove-ads': 'Ad-free' } as const;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function Payments({ payments }: Pick<Activity, 'payments'>) {
  return (
    <section className={listStyles.panel} aria-labelledby="latest-payments">
      <h3 className={shared.size16} id="latest-payments">
        Latest payments
      </h3>
      {payments.length === 0 ? (
        <p className={cx(shared.small, shared.soft)}>No payments yet</p>
      ) : (
        <PaymentTable payments={payments} />
      )}
    </section>
  );
}

function PaymentTable({ payments }: Pick<Activity, 'payments'>) {
  const now = useNow().getTime();
  return (
    <table className={cx(tableStyles.table, shared.small)}>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Status</th>
          <th scope="col">When</th>
          <th scope="col" className={tableStyles.number}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ id, type, status, createdAt, amount }) => (
          <tr key={id}>
            <td>{types[type]}</td>
            <td>{capital(status)}</td>
            <td>
              <Time at={createdAt} now={now} />
            </td>
            <td className={tableStyles.number}>{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export type PendingCounts = { support: number | undefined; reports: number | undefined };

/** Links to the messages and reports that wait for an administrator. */
export function PendingWork({ support = 0, reports = 0 }: PendingCounts) {
  if (support + reports === 0) return null;
  return (
    <List>
      {support > 0 && (
        <LinkItem icon="mail" href="/admin?tab=support">
          {support === 1 ? '1 message to answer' : `${support} messages to answer`}
        </LinkItem>
      )}
      {reports > 0 && (
        <LinkItem icon="flag" href="/admin?tab=reports">
          {reports === 1 ? '1 open report' : `${reports} open reports`}
        </LinkItem>
      )}
    </List>
  );
}

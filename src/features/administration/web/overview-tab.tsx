import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PaymentStatus, PurchaseType } from '#features/payments/rules.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCount } from '#platform/shared/texts/numbers.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
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
      <h2 className={shared.visuallyHidden}>{t('administration.tab.overview')}</h2>
      {setup?.mail === 'outbox' && (
        <InlineAlert tone="warning" small>
          {t('administration.overview.no-mail')}
        </InlineAlert>
      )}
      {pendingWork}
      <dl className={styles.counters}>
        <Counter label={t('administration.overview.total-books')} count={totalBooks} />
        <Counter label={t('administration.overview.total-users')} count={totalUsers} />
        <Counter label={t('administration.overview.active-listings')} count={activeListings} />
        <Counter label={t('administration.overview.courses')} count={courses} />
        <Counter label={t('administration.overview.wanted-books')} count={wantedEntries} />
        <Counter label={t('administration.overview.reviews')} count={reviews} />
      </dl>
      {failed && (
        <ErrorState
          level={3}
          title={t('administration.overview.failed')}
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
    <dd>{formatCount(count)}</dd>
  </div>
);

function Charts({ days, payments, testMode }: Activity) {
  const unit = 10 ** currentLocale().money.digits;
  const by = (part: 'listings' | 'messages' | 'income') =>
    days.map((day) => ({ day: day.day, value: part === 'income' ? day.income / unit : day[part] }));
  return (
    <>
      <DayChart title={t('administration.chart.listings')} days={by('listings')} format={formatCount} />
      <DayChart title={t('administration.chart.messages')} days={by('messages')} format={formatCount} />
      <DayChart
        title={t('administration.chart.income')}
        note={testMode ? t('administration.chart.test-mode') : undefined}
        days={by('income')}
        format={units}
      />
      <Payments payments={payments} />
    </>
  );
}

/** An amount in whole units of the currency, without decimals that are 0. */
export function units(value: number): string {
  const { money } = currentLocale();
  const amount = Math.round(value * 10 ** money.digits);
  const shown = formatMoney(amount);
  return Number.isInteger(value) && money.digits > 0
    ? shown.replace(money.decimal + '0'.repeat(money.digits), '')
    : shown;
}

const types: Record<PurchaseType, PlainTextId> = {
  boost: 'administration.payments.boost',
  'remove-ads': 'administration.payments.ad-free',
};
const statuses: Record<PaymentStatus, PlainTextId> = {
  pending: 'administration.payments.pending',
  succeeded: 'administration.payments.succeeded',
  failed: 'administration.payments.failed',
  canceled: 'administration.payments.canceled',
  refunded: 'administration.payments.refunded',
  disputed: 'administration.payments.disputed',
};

function Payments({ payments }: Pick<Activity, 'payments'>) {
  return (
    <section className={listStyles.panel} aria-labelledby="latest-payments">
      <h3 className={shared.size16} id="latest-payments">
        {t('administration.payments.title')}
      </h3>
      {payments.length === 0 ? (
        <p className={cx(shared.small, shared.soft)}>{t('administration.payments.none')}</p>
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
          <th scope="col">{t('administration.payments.type')}</th>
          <th scope="col">{t('administration.payments.status')}</th>
          <th scope="col">{t('administration.payments.when')}</th>
          <th scope="col" className={tableStyles.number}>
            {t('administration.payments.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ id, type, status, createdAt, amount }) => (
          <tr key={id}>
            <td>{t(types[type])}</td>
            <td>{t(statuses[status])}</td>
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

export type PendingCounts = { support: number | undefined; cases: number | undefined };

/** Links to the messages and cases that wait for an administrator. */
export function PendingWork({ support = 0, cases = 0 }: PendingCounts) {
  if (support + cases === 0) return null;
  return (
    <List>
      {support > 0 && (
        <LinkItem icon="mail" href="/admin?tab=support">
          {t('administration.pending.support', { count: support })}
        </LinkItem>
      )}
      {cases > 0 && (
        <LinkItem icon="flag" href="/admin?tab=cases">
          {t('administration.pending.cases', { count: cases })}
        </LinkItem>
      )}
    </List>
  );
}

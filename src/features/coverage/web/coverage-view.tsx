import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CsvButton } from '#features/courses/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formatCount } from '#platform/shared/texts/numbers.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { SelectField } from '#ui/forms/fields.tsx';
import { ListTail } from '#ui/layout/list-tail.tsx';
import { List } from '#ui/layout/list.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import figureStyles from '#ui/display/figures.module.css';
import shared from '#ui/shared.module.css';
import type { CoverageEndpoints, CoverageTotals } from '../contract.ts';
import { type CoverageOrder, coverageOrders } from '../rules.ts';
import { CourseCoverage } from './course-coverage.tsx';
import { coverageQuery, coverageTotalsQuery, soughtBooksQuery } from './coverage-queries.ts';
import { Poster } from './poster.tsx';
import styles from './coverage-view.module.css';

const orderText = (order: CoverageOrder): string => {
  if (order === 'wanted') return t('coverage.list.wanted');
  return order === 'code' ? t('coverage.list.code') : t('coverage.list.least-covered');
};

/** How many required books have a copy, and which have none. `backHref` leads to the courses. */
export default function CoverageView({ backHref }: { backHref: string }) {
  const transport = useTransport();
  const totals = useQuery(coverageTotalsQuery(transport));
  const sought = useQuery(soughtBooksQuery(transport));
  const isEmpty = totals.data?.courses === 0;
  return (
    <>
      <div>
        <LinkButton variant="text" size="slim" icon="back" href={backHref}>
          {t('coverage.page.back')}
        </LinkButton>
      </div>
      <h2>{t('coverage.page.title')}</h2>
      {totals.isPending && <ConversationListSkeleton label={t('coverage.page.loading')} />}
      <LoadError query={totals} title={t('coverage.page.failed')} />
      {isEmpty && (
        <EmptyState
          level={3}
          illustration="nothing-for-sale"
          title={t('coverage.page.none')}
          text={t('coverage.page.none-text')}
        />
      )}
      {totals.data !== undefined && !isEmpty && (
        <>
          <Figures {...totals.data} />
          <div className={cx(shared.row, shared.wrap)}>
            <CsvButton
              fileName="coverage.csv"
              fetchFile={() =>
                apiClient<CoverageEndpoints>(transport).call('GET /api/admin/courses/coverage/export')
              }
              errorText={t('coverage.action.export-failed')}
            >
              {t('coverage.action.export')}
            </CsvButton>
            <Button
              className={shared.grow}
              icon="print"
              disabled={!sought.data?.length}
              onClick={() => window.print()}
            >
              {t('coverage.action.print')}
            </Button>
          </div>
          <p className={cx(shared.tiny, shared.soft)}>{t('coverage.action.print-help')}</p>
          <Courses />
          {sought.data && <Poster books={sought.data} />}
        </>
      )}
    </>
  );
}

function Figures({ courses, requiredBooks, coveredBooks }: CoverageTotals) {
  const missing = requiredBooks - coveredBooks;
  // Down, so that 100 % means all.
  const percent = formatCount(Math.floor((100 * coveredBooks) / requiredBooks));
  return (
    <div className={figureStyles.figures}>
      <div>
        <b>{t('coverage.figure.percent', { percent })}</b>
        <span>{t('coverage.figure.covered')}</span>
      </div>
      <div>
        <b>{formatCount(missing)}</b>
        <span>{t('coverage.figure.missing', { count: missing })}</span>
      </div>
      <div>
        <b>{formatCount(courses)}</b>
        <span>{t('coverage.figure.courses', { count: courses })}</span>
      </div>
    </div>
  );
}

function Courses() {
  const [order, setOrder] = useState<CoverageOrder>('wanted');
  const list = useInfiniteQuery(coverageQuery(useTransport(), order));
  const items = list.data?.pages.flatMap((page) => page.items);
  const loading = <ConversationListSkeleton label={t('coverage.page.loading')} />;
  return (
    <>
      <div className={styles.order}>
        <h3 className={shared.size20}>{t('coverage.list.title')}</h3>
        <SelectField
          label={t('coverage.list.order')}
          options={coverageOrders.map((value) => ({ value, label: orderText(value) }))}
          value={order}
          onChange={(event) => setOrder(event.target.value as CoverageOrder)}
        />
      </div>
      {items === undefined && !list.isError && loading}
      <LoadError query={list} title={t('coverage.page.failed')} />
      {items !== undefined && (
        <List>
          {items.map((course) => (
            <CourseCoverage key={course.code} course={course} />
          ))}
        </List>
      )}
      {list.hasNextPage && (
        <ListTail key={items?.length} list={list} errorText={t('coverage.page.failed')}>
          {loading}
        </ListTail>
      )}
    </>
  );
}

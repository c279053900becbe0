import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { subjectText } from '#features/books/web/public.ts';
import { formatMoney, toMajorUnits } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { conditionText } from '#ui/display/badge.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { TestData } from '../contract.ts';
import { sampleTextbooks, testPriceBelow } from '../rules.ts';
import { testDataQuery } from './admin-queries.ts';
import { units } from './overview-tab.tsx';
import { useAdminActions } from './use-admin-actions.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import tableStyles from '#ui/layout/table.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';
import { DeletionList } from './delete-dialogs.tsx';

/** Cleanup of test data, and sample textbooks. */
export function DataTab() {
  const { clean, seed } = useAdminActions();
  const [asking, setAsking] = useState(false);
  const { prices, money } = currentLocale();
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('administration.tab.data')}</h2>
      <section className={listStyles.panel} aria-labelledby="clean-data">
        <h3 className={shared.size20} id="clean-data">
          {t('administration.clean.title')}
        </h3>
        <p className={cx(shared.small, shared.soft)}>
          {t('administration.clean.text', { price: units(toMajorUnits(testPriceBelow(prices), money)) })}
        </p>
        <Button
          variant="danger-quiet"
          wide
          icon="trash"
          busy={clean.isPending}
          onClick={() => setAsking(true)}
        >
          {t('administration.clean.title')}
        </Button>
      </section>
      <section className={listStyles.panel} aria-labelledby="seed-data">
        <h3 className={shared.size20} id="seed-data">
          {t('administration.seed.title')}
        </h3>
        <p className={cx(shared.small, shared.soft)}>
          {t('administration.seed.text', { count: sampleTextbooks(prices).length })}
        </p>
        <Samples />
        <Button wide icon="plus" busy={seed.isPending} onClick={() => seed.mutate()}>
          {t('administration.seed.submit')}
        </Button>
      </section>
      {asking && (
        <CleanTestDataDialog
          onKeep={() => setAsking(false)}
          onClean={() => {
            setAsking(false);
            clean.mutate();
          }}
        />
      )}
    </>
  );
}

const Samples = () => (
  <table className={cx(tableStyles.table, shared.small)}>
    <thead>
      <tr>
        <th scope="col">{t('administration.seed.subject')}</th>
        <th scope="col">{t('administration.seed.condition')}</th>
        <th scope="col" className={tableStyles.number}>
          {t('administration.seed.price')}
        </th>
      </tr>
    </thead>
    <tbody>
      {sampleTextbooks(currentLocale().prices).map(({ subject, condition, price }) => (
        <tr key={subject}>
          <td dir="auto">{subjectText(subject)}</td>
          <td>{conditionText(condition)}</td>
          <td className={tableStyles.number}>{formatMoney(price)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Lists the data that the cleanup would delete, for confirmation. */
function CleanTestDataDialog({ onKeep, onClean }: { onKeep: () => void; onClean: () => void }) {
  const { data, isPending, isError, refetch, isFetching } = useQuery(testDataQuery(useTransport()));
  const quiet = useRef<HTMLButtonElement>(null);
  const nothing = data !== undefined && data.books.length + data.users.length === 0;
  return (
    <Dialog
      open
      onClose={onKeep}
      initialFocus={quiet}
      title={nothing ? t('administration.clean.nothing') : t('administration.clean.ask')}
      text={testDataText(data, isError)}
    >
      {data !== undefined && !nothing && <TestDataPreview {...data} />}
      <div className={dialogStyles.actions}>
        <Button ref={quiet} variant="quiet" onClick={onKeep}>
          {nothing ? t('ui.action.close') : t('administration.action.cancel')}
        </Button>
        {isError && (
          <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.action.retry')}
          </Button>
        )}
        {!isError && !nothing && (
          <Button variant="danger" busy={isPending} onClick={onClean}>
            {t('administration.clean.title')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function testDataText(found: TestData | undefined, isError: boolean): string {
  if (isError) return t('administration.clean.failed-to-load');
  if (found === undefined) return t('administration.clean.loading');
  const { books, users, isComplete } = found;
  if (books.length + users.length === 0) return t('administration.clean.none');
  const counts = { books: books.length, users: users.length };
  return isComplete ? t('administration.clean.all', counts) : t('administration.clean.more', counts);
}

function TestDataPreview({ books, users }: TestData) {
  return (
    <DeletionList>
      {books.length > 0 && <h3 className={cx(shared.tiny, shared.soft)}>{t('administration.tab.books')}</h3>}
      <ul>
        {books.map(({ id, title, price }) => (
          <li key={id} className={cx(shared.row, shared.between, shared.small)}>
            <span dir="auto" className={shared.truncate}>
              {title}
            </span>
            <span>{formatMoney(price)}</span>
          </li>
        ))}
      </ul>
      {users.length > 0 && <h3 className={cx(shared.tiny, shared.soft)}>{t('administration.tab.users')}</h3>}
      <ul>
        {users.map(({ id, email }) => (
          <li dir="ltr" key={id} className={cx(shared.small, shared.truncate)}>
            {email}
          </li>
        ))}
      </ul>
    </DeletionList>
  );
}

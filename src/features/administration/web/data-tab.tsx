import { currentLocale } from '#platform/shared/texts/locale.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatMoney } from '#platform/shared/money.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { TestData } from '../contract.ts';
import { sampleTextbooks } from '../rules.ts';
import { testDataQuery } from './admin-queries.ts';
import { counted } from './delete-dialogs.tsx';
import { useAdminActions } from './use-admin-actions.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import tableStyles from '#ui/layout/table.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';
import deleteDialogStyles from './delete-dialogs.module.css';

/** Cleanup of test data, and sample textbooks. */
export function DataTab() {
  const { clean, seed } = useAdminActions();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <h2 className={shared.visuallyHidden}>Data</h2>
      <section className={listStyles.panel} aria-labelledby="clean-data">
        <h3 className={shared.size20} id="clean-data">
          Clean Test Data
        </h3>
        <p className={cx(shared.small, shared.soft)}>
          Deletes books with test-related titles and prices under $10, and test users without other data.
          You'll review the list first.
        </p>
        <Button
          variant="danger-quiet"
          wide
          icon="trash"
          busy={clean.isPending}
          onClick={() => setAsking(true)}
        >
          Clean Test Data
        </Button>
      </section>
      <section className={listStyles.panel} aria-labelledby="seed-data">
        <h3 className={shared.size20} id="seed-data">
          Seed Textbooks
        </h3>
        <p className={cx(shared.small, shared.soft)}>
          Adds 5 sample textbooks to your listings. Samples you already list aren't added again.
        </p>
        <Samples />
        <Button wide icon="plus" busy={seed.isPending} onClick={() => seed.mutate()}>
          Add Sample Textbooks
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
        <th scope="col">Subject</th>
        <th scope="col">Condition</th>
        <th scope="col" className={tableStyles.number}>
          Price
        </th>
      </tr>
    </thead>
    <tbody>
      {sampleTextbooks(currentLocale().prices).map(({ subject, condition, price }) => (
        <tr key={subject}>
          <td>{subject}</td>
          <td>{condition}</td>
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
      title={nothing ? 'Nothing to clean' : 'Clean Test Data?'}
      text={testDataText(data, isError)}
    >
      {data !== undefined && !nothing && <TestDataPreview {...data} />}
      <div className={dialogStyles.actions}>
        <Button ref={quiet} variant="quiet" onClick={onKeep}>
          {nothing ? 'Close' : 'Cancel'}
        </Button>
        {isError && (
          <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        )}
        {!isError && !nothing && (
          <Button variant="danger" busy={isPending} onClick={onClean}>
            Clean Test Data
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function testDataText(found: TestData | undefined, isError: boolean): string {
  if (isError) return 'Failed to load test data. Nothing was deleted.';
  if (found === undefined) return 'Looking for test data…';
  const { books, users, isComplete } = found;
  if (books.length + users.length === 0) return 'No test books or test users found.';
  const all = `${counted(books.length, 'book')} and ${counted(users.length, 'user')}`;
  return isComplete
    ? `${all} will be permanently deleted.`
    : `All test data will be permanently deleted, including ${all}.`;
}

function TestDataPreview({ books, users }: TestData) {
  return (
    // Scrolls, so that the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={deleteDialogStyles.doomed} tabIndex={0} role="group" aria-label="To be deleted">
      {books.length > 0 && <h3 className={cx(shared.tiny, shared.soft)}>Books</h3>}
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
      {users.length > 0 && <h3 className={cx(shared.tiny, shared.soft)}>Users</h3>}
      <ul>
        {users.map(({ id, email }) => (
          <li dir="ltr" key={id} className={cx(shared.small, shared.truncate)}>
            {email}
          </li>
        ))}
      </ul>
    </div>
  );
}

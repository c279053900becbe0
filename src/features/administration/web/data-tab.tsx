import { useState } from 'react';
import { formatPrice } from '#platform/shared/money.ts';
import { Button } from '#ui/actions/button.tsx';
import { sampleTextbooks } from '../rules.ts';
import { CleanTestDataDialog } from './clean-test-data-dialog.tsx';
import { useAdminActions } from './use-admin-actions.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import tableStyles from '#ui/layout/table.module.css';

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
      {sampleTextbooks.map(({ subject, condition, price }) => (
        <tr key={subject}>
          <td>{subject}</td>
          <td>{condition}</td>
          <td className={tableStyles.number}>{formatPrice(price)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

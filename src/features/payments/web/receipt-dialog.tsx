import type { ReactNode } from 'react';
import { formatMoney } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DescriptionList } from '#ui/layout/list.tsx';
import { Time } from '#ui/display/time.tsx';
import type { Payment } from '../contract.ts';
import { cardBrandLabel, paymentStatusLabel } from './payment-texts.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import buttonStyles from '#ui/actions/button.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';
import styles from './receipt-dialog.module.css';

type ReceiptProps = { payment: Payment | null; what: string; onClose: () => void };

/** All details of a payment, printable. */
export function ReceiptDialog({ payment, what, onClose }: ReceiptProps) {
  return (
    <Dialog open={payment !== null} onClose={onClose} closable title="Receipt">
      {payment !== null && (
        <>
          <Receipt payment={payment} what={what} />
          <div className={cx(dialogStyles.actions, styles.screenOnly)}>
            {payment.receiptUrl !== null && (
              <a
                className={buttonStyles.button}
                data-variant="text"
                href={payment.receiptUrl}
                target="_blank"
                rel="noreferrer"
              >
                Receipt from the payment provider
              </a>
            )}
            <Button variant="quiet" onClick={() => print()}>
              Print
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Receipt({ payment, what }: { payment: Payment; what: string }) {
  const now = useNow().getTime();
  const { card, processedAt, createdAt } = payment;
  const facts: { term: string; value: ReactNode }[] = [
    { term: 'For', value: what },
    { term: 'Listing', value: payment.bookTitle },
    { term: 'Amount', value: `${formatMoney(payment.amount)} ${payment.currency.toUpperCase()}` },
    { term: 'Date', value: <Time at={processedAt ?? createdAt} now={now} form="full" /> },
    { term: 'Status', value: paymentStatusLabel(payment) },
    { term: 'Card', value: card && `${cardBrandLabel(card.brand)} •••• ${card.last4}` },
    { term: 'Payment', value: <span className={shared.tiny}>{payment.stripePaymentIntentId}</span> },
  ];
  const { status, processing, lastError } = payment;
  const isPending = status === 'pending';
  const notes = [
    isPending && processing && 'The payment provider is processing it. This can take a few days.',
    isPending && !processing && lastError !== null && `${lastError} You haven't been charged.`,
    payment.refundReason === 'listing-gone' &&
      `The listing was sold or deleted before the payment arrived, so the money ${status === 'refunded' ? 'was' : 'is being'} sent back.`,
    payment.testMode && 'Test mode: no real charge was made.',
  ].filter((note) => note !== false);
  return (
    <>
      <DescriptionList plain facts={facts} />
      {notes.map((note) => (
        <p key={note} className={cx(shared.small, shared.soft)}>
          {note}
        </p>
      ))}
    </>
  );
}

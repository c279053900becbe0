import type { ReactNode } from 'react';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
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
    <Dialog open={payment !== null} onClose={onClose} closable title={t('payments.receipt.title')}>
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
                {t('payments.receipt.from-provider')}
              </a>
            )}
            <Button variant="quiet" onClick={() => print()}>
              {t('payments.receipt.print')}
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
  const amount = t('payments.receipt.amount-value', {
    price: formatMoney(payment.amount),
    currency: payment.currency.toUpperCase(),
  });
  const facts: { term: string; value: ReactNode }[] = [
    { term: t('payments.receipt.for'), value: what },
    { term: t('payments.receipt.listing'), value: payment.bookTitle },
    { term: t('payments.receipt.amount'), value: amount },
    { term: t('payments.receipt.date'), value: <Time at={processedAt ?? createdAt} now={now} form="full" /> },
    { term: t('payments.receipt.status'), value: paymentStatusLabel(payment) },
    { term: t('payments.receipt.card'), value: card && `${cardBrandLabel(card.brand)} •••• ${card.last4}` },
    {
      term: t('payments.receipt.payment'),
      value: <span className={shared.tiny}>{payment.stripePaymentIntentId}</span>,
    },
  ];
  const { status, processing, lastError } = payment;
  const isPending = status === 'pending';
  const notes = [
    isPending && processing && t('payments.receipt.processing'),
    isPending && !processing && lastError !== null && t('payments.receipt.not-charged', { error: lastError }),
    payment.refundReason === 'listing-gone' &&
      t(status === 'refunded' ? 'payments.receipt.refunded' : 'payments.receipt.refunding'),
    payment.testMode && t('payments.receipt.test-mode'),
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

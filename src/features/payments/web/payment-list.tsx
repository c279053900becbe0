import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { ButtonItem, List } from '#ui/layout/list.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { Time } from '#ui/display/time.tsx';
import type { Payment } from '../contract.ts';
import type { OffersByType } from './offer.tsx';
import { paymentsQuery } from './payment-queries.ts';
import { paymentStatusLabel } from './payment-texts.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './payment-list.module.css';

/** The user's purchases with their receipts; renders nothing without any. */
export function PaymentList({ userId, offers }: { userId: string; offers: OffersByType }) {
  const list = useInfiniteQuery(paymentsQuery(useTransport(), userId));
  const [shown, setShown] = useState<Payment | null>(null);
  const payments = list.data?.pages.flatMap((page) => page.items) ?? [];
  const place = useRef<HTMLDivElement>(null);
  const showMore = async () => {
    const before = payments.length;
    await list.fetchNextPage();
    // The button, and the focus with it, may have disappeared: focus the first new purchase.
    setTimeout(() => {
      if (document.activeElement === document.body)
        place.current?.querySelectorAll<HTMLElement>(`.${listStyles.item}`)[before]?.focus();
    });
  };
  if (payments.length === 0) return null;
  return (
    <Section title={t('payments.list.title')}>
      <div ref={place}>
        <List>
          {payments.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              what={offers[payment.type]().bought}
              onOpen={() => setShown(payment)}
            />
          ))}
        </List>
      </div>
      <ShowMore list={list} failedLabel={t('ui.action.retry')} onShowMore={showMore} />
      <ReceiptDialog
        payment={shown}
        what={shown === null ? '' : offers[shown.type]().bought}
        onClose={() => setShown(null)}
      />
    </Section>
  );
}

type PaymentRowProps = { payment: Payment; what: string; onOpen: () => void };

function PaymentRow({ payment, what, onOpen }: PaymentRowProps) {
  const now = useNow().getTime();
  return (
    <ButtonItem onClick={onOpen}>
      <span className={cx(shared.row, styles.payment)}>
        <span className={shared.grow}>
          <span className={cx(shared.truncate, shared.block)}>{what}</span>
          <span className={cx(shared.tiny, shared.soft, shared.truncate, shared.block)}>
            <Time at={payment.processedAt ?? payment.createdAt} now={now} form="date" />
            {payment.bookTitle !== null && ` · ${payment.bookTitle}`}
          </span>
        </span>
        <span className={styles.amount}>
          <b className={shared.block}>{formatMoney(payment.amount)}</b>
          <span className={cx(shared.tiny, shared.soft, shared.block)}>{paymentStatusLabel(payment)}</span>
        </span>
      </span>
    </ButtonItem>
  );
}

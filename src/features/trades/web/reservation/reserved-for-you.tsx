import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Time } from '#ui/display/time.tsx';
import { tradeQuery } from '../trade-queries.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** The price and the end of a reservation for its buyer; `children` for everybody else. */
export function ReservedForYou({ bookId, children }: { bookId: string; children: ReactNode }) {
  const now = useNow().getTime();
  const { myId } = useKnownUser();
  const { data } = useQuery({ ...tradeQuery(useTransport(), bookId), enabled: myId !== null });
  if (data?.side !== 'buyer' || data.reservation === null) return children;
  const { price, until } = data.reservation;
  const { conversationId } = data;
  return (
    <>
      <p className={shared.row}>
        <Icon name="bookmark" size="s" />
        <span className={shared.grow}>
          <b>{t('trades.reservation.for-you', { price: formatMoney(price) })}</b>
          <span className={cx(shared.tiny, shared.block)}>
            {rich('trades.reservation.until', {
              time: () => <Time at={until} now={now} form="until" />,
            })}
          </span>
        </span>
      </p>
      {/* In the place of the button for others, so that nothing moves. */}
      {conversationId !== null && (
        <LinkButton variant="quiet" size="slim" icon="qr" href={`/messages/${conversationId}/code`}>
          {t('trades.action.handover-code')}
        </LinkButton>
      )}
    </>
  );
}

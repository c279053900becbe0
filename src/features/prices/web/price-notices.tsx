import { useEffect, useEffectEvent } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { LinkItem, List } from '#ui/layout/list.tsx';
import type { PriceEndpoints } from '../contract.ts';
import { usePriceNotices } from './price-notices-query.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** Which saved books cost less since some days, each with a link to it. Shown, they count as seen. */
export function PriceNotices() {
  const notices = usePriceNotices();
  const transport = useTransport();
  const now = useNow().getTime();
  const newest = notices.find(({ isSeen }) => !isSeen)?.notifiedAt;
  const mark = useEffectEvent((upTo: string) =>
    apiClient<PriceEndpoints>(transport).call('POST /api/price-notices/seen', { body: { upTo } }),
  );
  useEffect(() => {
    // A failure leaves the dot, until the tab is opened again.
    if (newest !== undefined) mark(newest).catch(() => {});
  }, [newest]);
  if (notices.length === 0) return null;
  return (
    <Section title={t('prices.notices.title')}>
      <List>
        {notices.map((notice) => (
          <LinkItem key={notice.bookId} icon="tag" href={`/book/${notice.bookId}`}>
            {rich('prices.notices.change', {
              title: notice.title,
              price: formatMoney(notice.price),
              before: formatMoney(notice.previousPrice),
              b: (title) => (
                <b dir="auto" className={shared.twoLines}>
                  {title}
                </b>
              ),
            })}
            <span className={cx(shared.tiny, shared.soft, shared.block)}>
              <Time at={notice.notifiedAt} now={now} />
            </span>
          </LinkItem>
        ))}
      </List>
    </Section>
  );
}

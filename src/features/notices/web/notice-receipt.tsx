import { useEffect, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { DescriptionList, Panel } from '#ui/layout/list.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { Receipt } from '../contract.ts';
import shared from '#ui/shared.module.css';
import styles from './notice.module.css';

/** What a case is usually decided in: older ones are marked to the team. */
const USUAL_DAYS = 2;

/** The receipt of a notice. It takes the focus from the form that it replaces. */
export function NoticeReceipt({ receipt: { receipt, createdAt, page, mail } }: { receipt: Receipt }) {
  const place = useRef<HTMLDivElement>(null);
  const now = useNow().getTime();
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={shared.stack}>
      <EmptyState
        illustration="received"
        title={t('notices.receipt.thanks')}
        text={t(mail === 'none' ? 'notices.receipt.text-without-email' : 'notices.receipt.text')}
      />
      <Panel className={shared.center}>
        <p className={cx(shared.small, shared.soft)}>{t('notices.receipt.number')}</p>
        <p className={styles.number} dir="ltr">
          {receipt}
        </p>
        <p className={cx(shared.small, shared.soft)}>
          <Time at={createdAt} now={now} form="full" />
        </p>
      </Panel>
      {mail === 'link' && (
        <div className={cx(shared.stack, shared.tight)}>
          <p>{t('notices.receipt.open-link')}</p>
          <p className={cx(shared.small, shared.soft)}>{t('notices.receipt.one-link')}</p>
        </div>
      )}
      <DescriptionList
        facts={[
          { term: t('notices.receipt.page'), value: page === null ? null : <bdi>{page}</bdi> },
          {
            term: t('notices.receipt.sent-to'),
            value: mail === 'none' ? null : t('notices.receipt.your-email'),
          },
          { term: t('notices.receipt.usually'), value: t('notices.receipt.within', { count: USUAL_DAYS }) },
        ]}
      />
      <LinkButton href="/" variant="quiet" wide>
        {t('notices.receipt.home')}
      </LinkButton>
    </div>
  );
}

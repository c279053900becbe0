import { useState } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { Time } from '#ui/display/time.tsx';
import type { SubscriptionView } from './subscription-view.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type CancelProps = { shown: SubscriptionView; busy: boolean; onCancel: () => void };

/** Cancels the subscription. Paid time stays; nothing more is charged. */
export function CancelAdFree({ shown: { state, adFreeUntil }, busy, onCancel }: CancelProps) {
  const now = useNow().getTime();
  const [asked, setAsked] = useState(false);
  const time = adFreeUntil && (() => <Time at={adFreeUntil} now={now} form="date" />);
  return (
    <>
      <Button wide variant="quiet" busy={busy} onClick={() => setAsked(true)}>
        {t('subscriptions.cancel.action')}
      </Button>
      {state === 'active' && time && (
        <p className={cx(shared.tiny, shared.soft, shared.center)}>
          {rich('subscriptions.cancel.note', { time })}
        </p>
      )}
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('subscriptions.cancel.title')}
        text={
          state === 'active' && time
            ? rich('subscriptions.cancel.text', { time })
            : t('subscriptions.cancel.text-now')
        }
        cancelLabel={t('subscriptions.cancel.keep')}
        confirmLabel={t('subscriptions.cancel.confirm')}
        danger
        onConfirm={() => {
          setAsked(false);
          onCancel();
        }}
      />
    </>
  );
}

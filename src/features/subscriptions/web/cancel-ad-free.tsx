import { useState } from 'react';
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
  const until = adFreeUntil && <Time at={adFreeUntil} now={now} form="date" />;
  return (
    <>
      <Button wide variant="quiet" busy={busy} onClick={() => setAsked(true)}>
        Cancel ad-free
      </Button>
      {state === 'active' && until && (
        <p className={cx(shared.tiny, shared.soft, shared.center)}>
          If you cancel, you'll stay ad-free until {until}.
        </p>
      )}
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Cancel ad-free?"
        text={
          state === 'active' && until ? (
            <>You'll stay ad-free until {until} and can undo this until then. You won't be charged again.</>
          ) : (
            "Ad-free ends now, and you won't be charged again."
          )
        }
        cancelLabel="Keep ad-free"
        confirmLabel="Cancel ad-free"
        danger
        onConfirm={() => {
          setAsked(false);
          onCancel();
        }}
      />
    </>
  );
}

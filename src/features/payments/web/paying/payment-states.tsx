import type { ReactNode } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button, Spinner } from '#ui/actions/button.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import formSkeletonsStyles from '#ui/states/form-skeletons.module.css';

/** Shown while the payment session is prepared. */
export const Preparing = () => (
  <div className={formSkeletonsStyles.preparing} role="status">
    <Spinner big />
    <p className={cx(shared.small, shared.soft)}>{t('payments.form.preparing')}</p>
  </div>
);

type FormFailureProps = {
  onRetry: () => void;
  retrying?: boolean;
  /** The last sync found no payment. */
  unpaid?: boolean;
};

const bold = (words: ReactNode) => <b>{words}</b>;

/** The provider's script or its fields did not come. */
export const FormFailure = ({ onRetry, retrying, unpaid }: FormFailureProps) => (
  <div className={cx(shared.stack, shared.tight)}>
    <InlineAlert tone="danger">
      {rich(unpaid ? 'payments.form.failed-unpaid' : 'payments.form.failed', { b: bold })}
    </InlineAlert>
    <Button
      wide
      size="tall"
      icon="refresh"
      busy={retrying}
      onClick={({ currentTarget }) => {
        // This button goes when the form comes: the focus stays where that will stand.
        currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
        onRetry();
      }}
    >
      {t('ui.action.retry')}
    </Button>
  </div>
);

export const WaitingForConnection = () => (
  <InlineAlert icon="offline">{t('payments.form.waiting')}</InlineAlert>
);

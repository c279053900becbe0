import { Button, Spinner } from '#ui/actions/button.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import formSkeletonsStyles from '#ui/states/form-skeletons.module.css';

/** Shown while the payment session is prepared. */
export const Preparing = () => (
  <div className={formSkeletonsStyles.preparing} role="status">
    <Spinner big />
    <p className={cx(shared.small, shared.soft)}>Preparing your payment...</p>
  </div>
);

type FormFailureProps = {
  onRetry: () => void;
  retrying?: boolean;
  /** The last sync found no payment. */
  unpaid?: boolean;
};

/** The provider's script or its fields did not come. */
export const FormFailure = ({ onRetry, retrying, unpaid }: FormFailureProps) => (
  <div className={cx(shared.stack, shared.tight)}>
    <InlineAlert tone="danger">
      <b>The payment form couldn't be loaded.</b> {unpaid && "You haven't been charged. "}Check your
      connection and try again.
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
      Retry
    </Button>
  </div>
);

export const WaitingForConnection = () => (
  <InlineAlert icon="offline">You're offline. The payment form will load when you reconnect.</InlineAlert>
);

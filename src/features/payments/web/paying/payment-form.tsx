import { currentLocale } from '#platform/shared/texts/locale.ts';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useState } from 'react';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { t } from '#platform/shared/texts/t.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { cx } from '#ui/class-names.ts';
import { type Offer, formatOfferPrice, PriceLine } from '../offer.tsx';
import { FormFailure, Preparing } from './payment-states.tsx';
import { type UnconfirmedPayment, useConfirmPayment } from './use-confirm-payment.ts';
import shared from '#ui/shared.module.css';
import styles from './payment-form.module.css';

/** Milliseconds that the provider's fields may take to be there. */
const FIELDS_TIMEOUT_MS = 20_000;

type PaymentFormProps = UnconfirmedPayment & { stripe: Stripe };

/** The provider's fields and the button that pays. */
export default function PaymentForm(props: PaymentFormProps) {
  const [options] = useState(() => ({
    clientSecret: props.clientSecret,
    appearance: providerAppearance(),
    locale: currentLocale().language,
  }));
  const [attempt, setAttempt] = useState(0);
  return (
    <Elements key={attempt} stripe={props.stripe} options={options}>
      <Form {...props} onAgain={() => setAttempt(attempt + 1)} />
    </Elements>
  );
}

function Form({ onAgain, ...props }: PaymentFormProps & { onAgain: () => void }) {
  const { offer } = props;
  const { busy, refusal, changed, confirm } = useConfirmPayment(props);
  const [fields, setFields] = useState<'coming' | 'ready' | 'failed'>('coming');
  const stripe = useStripe();
  const elements = useElements();
  const online = useOnline();
  useEffect(() => {
    if (fields !== 'coming') return;
    const timer = setTimeout(() => setFields('failed'), FIELDS_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [fields]);
  if (fields === 'failed') return <FormFailure onRetry={onAgain} />;
  const ready = fields === 'ready';
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && online && stripe !== null && elements !== null) void confirm(stripe, elements);
      }}
    >
      <div className={styles.fields}>
        {!ready && <Preparing />}
        <PaymentElement
          options={{ readOnly: busy }}
          onReady={() => setFields('ready')}
          onChange={changed}
          onLoadError={() => setFields('failed')}
        />
      </div>
      {refusal !== null && (
        // The toast announces it.
        <InlineAlert tone="danger" announced={false}>
          <b className={shared.block}>{offer.failed}</b> {refusal}
        </InlineAlert>
      )}
      {offer.type === 'boost' && <PriceLine offer={offer} />}
      <PayButton {...{ offer, busy, ready, online }} />
      <p className={cx(shared.row, shared.tiny, shared.soft, shared.centered)}>
        <Icon name="lock" size="xs" />
        {t('payments.form.card-note')}
      </p>
    </form>
  );
}

type PayButtonProps = { offer: Offer; busy: boolean; ready: boolean; online: boolean };

function PayButton({ offer, busy, ready, online }: PayButtonProps) {
  const words = busy
    ? t('payments.form.processing')
    : online
      ? offer.pay(formatOfferPrice(offer))
      : t('payments.form.offline');
  return (
    <Button
      type="submit"
      wide
      size="tall"
      variant={offer.type === 'boost' ? 'boost' : 'primary'}
      busy={busy}
      aria-disabled={(!busy && !(ready && online)) || undefined}
    >
      {words}
    </Button>
  );
}

/** Our design tokens for the provider's fields. Their iframes support only older color syntax. */
function providerAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement);
  const color = (token: string) => hexOf(tokens.getPropertyValue(token).trim());
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: dark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: color('--accent'),
      colorBackground: color('--surface'),
      colorText: color('--ink'),
      colorTextPlaceholder: color('--ink-soft'),
      colorDanger: color('--danger'),
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '6px',
    },
  };
}

function hexOf(color: string): string {
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (pen === null || color === '') return '#000000';
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { parsePrice } from '#features/books/parse-price.ts';
import { formatMoney, formatMoneyInput } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { PriceField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { isOfferAmount, OFFER_HOURS, RESERVATION_DAYS } from '../../rules.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type OfferDialogProps = {
  /** It answers an offer. */
  isCounter?: boolean;
  /** First name of the other participant. */
  name: string;
  /** The user sells the book. */
  isSeller?: boolean;
  askingPrice: number;
  /** The amount that the field begins with, until another one is typed. Null: the field is empty. */
  firstAmount: number | null;
  onSend: (amount: number, clientMessageId: string) => Promise<void> | void;
  onClose: () => void;
  /** The range of similar copies, after that of the amount. */
  band?: ReactNode;
  /** The book, above the field. */
  children?: ReactNode;
};

const TEXTS = {
  title: textId('trades.form.title'),
  label: textId('trades.form.amount'),
  required: textId('trades.form.amount-required'),
  submit: textId('trades.form.submit'),
  submitAmount: textId('trades.form.submit-amount'),
};

const COUNTER_TEXTS = {
  title: textId('trades.counter-form.title'),
  label: textId('trades.counter-form.amount'),
  required: textId('trades.counter-form.amount-required'),
  submit: textId('trades.counter-form.submit'),
  submitAmount: textId('trades.counter-form.submit-amount'),
};

/** Asks for the amount of an offer or a counter-offer. */
export function OfferDialog({
  isCounter = false,
  name,
  isSeller = false,
  askingPrice,
  ...rest
}: OfferDialogProps) {
  const { firstAmount, onSend, onClose, band, children } = rest;
  const { prices } = currentLocale();
  const texts = isCounter ? COUNTER_TEXTS : TEXTS;
  const range = t('trades.form.range', {
    lowest: formatMoney(prices.smallestOffer),
    highest: formatMoney(askingPrice),
  });
  const isTyped = useRef(false);
  // Sent again after a lost response, it is the same offer; of another amount it is another one.
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID());
  const schema = formSchema(({ text }: { text: string }, refuse) => {
    const parsed = parsePrice(text);
    const amount = 'problem' in parsed ? null : parsed.amount;
    if (text.trim() === '') refuse('text', t(texts.required));
    else if ('problem' in parsed) refuse('text', parsed.problem);
    else if (amount === null || !isOfferAmount(amount, askingPrice, prices)) refuse('text', range);
    return { amount: amount ?? 0 };
  });
  const { submit, field, setValue, watch, busy } = useForm(schema, {
    defaultValues: { text: '' },
    onSubmit: async ({ amount }) => onSend(amount, clientMessageId),
  });
  useEffect(() => {
    // It may come late, with the prices of similar copies.
    if (firstAmount !== null && !isTyped.current) setValue('text', formatMoneyInput(firstAmount));
  }, [firstAmount, setValue]);
  const price = field('text');
  const parsed = parsePrice(watch('text'));
  const amount = 'problem' in parsed ? null : parsed.amount;
  return (
    <Dialog open title={t(texts.title)} closable onClose={onClose}>
      {children}
      <form className={shared.stack} noValidate onSubmit={submit}>
        <PriceField
          {...price}
          label={t(texts.label)}
          maxLength={20}
          help={
            <>
              {price.error !== range && `${range} `}
              {band}
            </>
          }
          onFocus={(event) => event.currentTarget.select()}
          onInput={() => {
            isTyped.current = true;
            setClientMessageId(crypto.randomUUID());
          }}
        />
        <p className={cx(shared.small, shared.soft)}>
          {t(isSeller ? textId('trades.form.terms-of-seller') : textId('trades.form.terms-of-buyer'), {
            name,
            hours: OFFER_HOURS,
            days: RESERVATION_DAYS,
          })}
        </p>
        <Button type="submit" wide size="tall" busy={busy}>
          {amount !== null && isOfferAmount(amount, askingPrice, prices)
            ? t(texts.submitAmount, { amount: formatMoney(amount) })
            : t(texts.submit)}
        </Button>
      </form>
    </Dialog>
  );
}

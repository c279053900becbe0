import { type ReactNode, useEffect, useRef, useState } from 'react';
import { parsePrice } from '#features/books/rules.ts';
import { formatMoney, formatMoneyInput } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { PriceField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { isOfferAmount, OFFER_HOURS, RESERVATION_DAYS } from '../../rules.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type OfferDialogProps = {
  title: string;
  /** The label of its field. */
  label: string;
  /** The verb before the amount on its button: 'Offer $22.00'. */
  verb: 'Offer' | 'Send';
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

/** Asks for the amount of an offer or a counter-offer. */
export function OfferDialog({
  title,
  label,
  verb,
  name,
  isSeller = false,
  askingPrice,
  ...rest
}: OfferDialogProps) {
  const { firstAmount, onSend, onClose, band, children } = rest;
  const { prices } = currentLocale();
  const range = `From ${formatMoney(prices.smallestOffer)} to ${formatMoney(askingPrice)}.`;
  const isTyped = useRef(false);
  // Sent again after a lost response, it is the same offer; of another amount it is another one.
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID());
  const schema = formSchema(({ text }: { text: string }, refuse) => {
    const parsed = parsePrice(text);
    const amount = 'problem' in parsed ? null : parsed.amount;
    if (text.trim() === '') refuse('text', `${label} is required`);
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
    <Dialog open title={title} closable onClose={onClose}>
      {children}
      <form className={shared.stack} noValidate onSubmit={submit}>
        <PriceField
          {...price}
          label={label}
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
          {`${name} has ${OFFER_HOURS} hours to answer. Once accepted, the book is reserved for ${isSeller ? name : 'you'} for ${RESERVATION_DAYS} days.`}
        </p>
        <Button type="submit" wide size="tall" busy={busy}>
          {amount !== null && isOfferAmount(amount, askingPrice, prices)
            ? `${verb} ${formatMoney(amount)}`
            : verb}
        </Button>
      </form>
    </Dialog>
  );
}

import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { formatPriceInput, parsePrice } from '#features/books/rules.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { Button } from '#ui/actions/button.tsx';
import { PriceField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { isOfferAmount } from '../../rules.ts';

type OfferDialogProps = {
  title: string;
  /** Of its field. */
  label: string;
  /** In front of the amount on its button: 'Offer $22.00'. */
  verb: 'Offer' | 'Send';
  /** First name of the other participant. */
  name: string;
  /** The user sells the book. */
  isSeller?: boolean;
  askingPrice: number;
  /** The amount that the field begins with, until another one is typed. Null: the field is empty. */
  firstAmount: number | null;
  busy: boolean;
  onSend: (amount: number, clientMessageId: string) => void;
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
  const { firstAmount, busy, onSend, onClose, band, children } = rest;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Sent again after a lost response, it is the same offer; of another amount it is another one.
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID());
  const text = typed ?? (firstAmount === null ? '' : formatPriceInput(firstAmount));
  const parsed = parsePrice(text);
  const amount = 'problem' in parsed ? null : parsed.cents;
  const isPossible = amount !== null && isOfferAmount(amount, askingPrice);
  const range = `From $1.00 to ${formatPrice(askingPrice)}.`;
  const field = useRef<HTMLInputElement>(null);
  const refuse = (problem: string) => {
    setError(problem);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return refuse(`${label} is required`);
    if ('problem' in parsed) return refuse(parsed.problem);
    if (!isPossible) return refuse(range);
    onSend(amount, clientMessageId);
  };
  return (
    <Dialog open title={title} closable onClose={onClose}>
      {children}
      <form className="stack" noValidate onSubmit={submit}>
        <PriceField
          ref={field}
          label={label}
          value={text}
          error={error}
          maxLength={20}
          help={
            <>
              {error !== range && `${range} `}
              {band}
            </>
          }
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setClientMessageId(crypto.randomUUID());
          }}
        />
        <p className="small soft">
          {`${name} has 48 hours to answer. Once accepted, the book is reserved for ${isSeller ? name : 'you'} for 3 days.`}
        </p>
        <Button type="submit" wide size="tall" busy={busy}>
          {isPossible ? `${verb} ${formatPrice(amount)}` : verb}
        </Button>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useRef, useState } from 'react';
import { formatPriceInput, parsePrice } from '#features/books/rules.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { Button } from '#ui/actions/button.tsx';
import { PriceField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { isOfferAmount } from '../rules.ts';

type OfferDialogProps = {
  title: string;
  /** First name of the other participant. */
  name: string;
  askingPrice: number;
  /** The amount that the field begins with; the asking price by default. */
  firstAmount?: number;
  busy: boolean;
  onSend: (amount: number, clientMessageId: string) => void;
  onClose: () => void;
};

/** Asks for the amount of an offer or a counter-offer. */
export function OfferDialog({
  title,
  name,
  askingPrice,
  firstAmount,
  busy,
  onSend,
  onClose,
}: OfferDialogProps) {
  const [text, setText] = useState(formatPriceInput(firstAmount ?? askingPrice));
  const [error, setError] = useState<string | null>(null);
  // Sent again after a lost response, it is the same offer; of another amount it is another one.
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID());
  const range = `From $1.00 to ${formatPrice(askingPrice)}.`;
  const field = useRef<HTMLInputElement>(null);
  const refuse = (problem: string) => {
    setError(problem);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return refuse('Amount is required');
    const parsed = parsePrice(text);
    if ('problem' in parsed) return refuse(parsed.problem);
    if (parsed.cents === null || !isOfferAmount(parsed.cents, askingPrice)) return refuse(range);
    onSend(parsed.cents, clientMessageId);
  };
  return (
    <Dialog open title={title} closable onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <PriceField
          ref={field}
          label="Amount"
          value={text}
          error={error}
          maxLength={20}
          help={`${error === range ? '' : `${range} `}${name} has 48 hours to answer.`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setClientMessageId(crypto.randomUUID());
          }}
        />
        <Button type="submit" wide size="tall" busy={busy}>
          Send offer
        </Button>
      </form>
    </Dialog>
  );
}

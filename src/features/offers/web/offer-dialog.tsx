import { type FormEvent, useState } from 'react';
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
  busy: boolean;
  onSend: (amount: number, clientMessageId: string) => void;
  onClose: () => void;
};

/** Asks for the amount of an offer or a counter-offer. */
export function OfferDialog({ title, name, askingPrice, busy, onSend, onClose }: OfferDialogProps) {
  const [text, setText] = useState(formatPriceInput(askingPrice));
  const [error, setError] = useState<string | null>(null);
  // Sent again after a lost response, it is the same offer; of another amount it is another one.
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID());
  const range = `From $1.00 to ${formatPrice(askingPrice)}.`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parsePrice(text);
    if ('problem' in parsed) return setError(parsed.problem);
    if (parsed.cents === null || !isOfferAmount(parsed.cents, askingPrice)) return setError(range);
    onSend(parsed.cents, clientMessageId);
  };
  return (
    <Dialog open title={title} closable onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <PriceField
          label="Amount"
          value={text}
          error={error}
          maxLength={20}
          help={`${range} ${name} has 48 hours to answer.`}
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

import { type FormEvent, useState } from 'react';
import type { Book } from '#features/books/contract.ts';

import { formatPrice } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { cx } from '#ui/class-names.ts';
import { Button } from '#ui/actions/button.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { firstName } from '#ui/display/first-name.ts';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { PossibleBuyer } from '../../contract.ts';

type SoldToDialogProps = {
  book: Book;
  buyers: readonly PossibleBuyer[];
  busy: boolean;
  /** Null: someone else. */
  onSell: (buyerId: string | null) => void;
  onClose: () => void;
};

const SOMEONE_ELSE = 'someone-else';

/** 'Who bought it?': one of the users who wrote about the book, or someone else. */
export function SoldToDialog({ book, buyers, busy, onSell, onClose }: SoldToDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const buyer = buyers.find(({ id }) => id === chosen);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (chosen !== null) return onSell(chosen === SOMEONE_ELSE ? null : chosen);
    setMissing(true);
    event.currentTarget.querySelector<HTMLInputElement>('input[type="radio"]')?.focus();
  };
  const choose = (id: string) => {
    setChosen(id);
    setMissing(false);
  };
  return (
    <Dialog open title="Who bought it?" closable locked={busy} onClose={onClose}>
      <div className="row">
        <Cover book={book} size="s" />
        <span className="grow">
          <b className="serif clamp2">{book.title}</b>
          <span className="small soft block">{formatPrice(book.price)}</span>
        </span>
      </div>
      <form className="stack" noValidate onSubmit={submit}>
        <fieldset
          className={cx('set field', isMissing && 'bad')}
          aria-describedby={isMissing ? 'buyer-missing' : undefined}
        >
          <legend className="vh">Who bought it?</legend>
          <List>
            {buyers.map((one) => (
              <BuyerChoice key={one.id} buyer={one} isChosen={one.id === chosen} onChoose={choose} />
            ))}
            <label className="item">
              <span className="avatar xs a3" aria-hidden="true">
                <Icon name="users" size="s" />
              </span>
              <span className="grow">
                Someone else
                <span className="tiny soft block">Not on BookSwap, or did not write</span>
              </span>
              <input
                className="radio"
                type="radio"
                name="buyer"
                checked={chosen === SOMEONE_ELSE}
                onChange={() => choose(SOMEONE_ELSE)}
              />
            </label>
          </List>
        </fieldset>
        <div className="small soft sold-note" role="status">
          {isMissing && (
            <p id="buyer-missing" className="wrong" role="alert">
              <Icon name="alert" />
              Choose who bought it.
            </p>
          )}
          {buyer !== undefined &&
            `${firstName(buyer.name)} is asked whether that is so. A yes counts as a confirmed sale.`}
        </div>
        <Button type="submit" wide size="tall" busy={busy}>
          Mark as sold
        </Button>
      </form>
    </Dialog>
  );
}

type BuyerChoiceProps = { buyer: PossibleBuyer; isChosen: boolean; onChoose: (id: string) => void };

function BuyerChoice({ buyer, isChosen, onChoose }: BuyerChoiceProps) {
  const now = useNow().getTime();
  const { id, name, profileImage, lastMessageAt } = buyer;
  return (
    <label className="item">
      <Avatar id={id} name={name} photo={profileImage} size="xs" />
      <span className="grow">
        {name}
        <span className="tiny soft block">
          Wrote <Time at={lastMessageAt} now={now} />
        </span>
      </span>
      <input className="radio" type="radio" name="buyer" checked={isChosen} onChange={() => onChoose(id)} />
    </label>
  );
}

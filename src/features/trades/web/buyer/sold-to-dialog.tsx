import type { ComponentProps } from 'react';
import type { Book } from '#features/books/contract.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useNow } from '#platform/web/now.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
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
  /** Null: someone else. */
  onSell: (buyerId: string | null) => Promise<unknown>;
  onClose: () => void;
};

const SOMEONE_ELSE = 'someone-else';

const schema = formSchema(({ buyer }: { buyer?: string | null }, refuse) => {
  if (!buyer) refuse('buyer', 'Choose who bought it.');
  return { buyerId: buyer === SOMEONE_ELSE ? null : (buyer ?? null) };
});

/** 'Who bought it?': one of the users who wrote about the book, or someone else. */
export function SoldToDialog({ book, buyers, onSell, onClose }: SoldToDialogProps) {
  const { submit, field, watch, busy } = useForm(schema, {
    onSubmit: ({ buyerId }) => onSell(buyerId),
  });
  const chosen = watch('buyer');
  const buyer = buyers.find(({ id }) => id === chosen);
  const { error, ...choice } = field('buyer');
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
        <fieldset className={cx('set field', error && 'bad')} aria-describedby={error && 'buyer-missing'}>
          <legend className="vh">Who bought it?</legend>
          {error && (
            <p id="buyer-missing" className="wrong" role="alert">
              <Icon name="alert" />
              {error}
            </p>
          )}
          <List>
            {buyers.map((one) => (
              <BuyerChoice key={one.id} buyer={one} choice={choice} />
            ))}
            <label className="item">
              <span className="avatar xs a3" aria-hidden="true">
                <Icon name="users" size="s" />
              </span>
              <span className="grow">
                Someone else
                <span className="tiny soft block">Not on BookSwap, or did not write</span>
              </span>
              <input {...choice} className="radio" type="radio" value={SOMEONE_ELSE} />
            </label>
          </List>
        </fieldset>
        <div className="small soft sold-note" role="status">
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

type BuyerChoiceProps = { buyer: PossibleBuyer; choice: ComponentProps<'input'> };

function BuyerChoice({ buyer, choice }: BuyerChoiceProps) {
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
      <input {...choice} className="radio" type="radio" value={id} />
    </label>
  );
}

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
import shared from '#ui/shared.module.css';
import avatarStyles from '#ui/display/avatar.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './sold-to-dialog.module.css';

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
      <div className={shared.row}>
        <Cover book={book} size="s" />
        <span className={shared.grow}>
          <b className={cx(shared.serif, shared.twoLines)}>{book.title}</b>
          <span className={cx(shared.small, shared.soft, shared.block)}>{formatPrice(book.price)}</span>
        </span>
      </div>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <fieldset
          className={cx(fieldStyles.field, error && fieldStyles.invalid)}
          aria-describedby={error && 'buyer-missing'}
        >
          <legend className={shared.visuallyHidden}>Who bought it?</legend>
          {error && (
            <p id="buyer-missing" className={fieldStyles.error} role="alert">
              <Icon name="alert" />
              {error}
            </p>
          )}
          <List>
            {buyers.map((one) => (
              <BuyerChoice key={one.id} buyer={one} choice={choice} />
            ))}
            <label className={listStyles.item}>
              <span className={avatarStyles.avatar} data-size="xs" data-tone="3" aria-hidden="true">
                <Icon name="users" size="s" />
              </span>
              <span className={shared.grow}>
                Someone else
                <span className={cx(shared.tiny, shared.soft, shared.block)}>
                  Not on BookSwap, or did not write
                </span>
              </span>
              <input {...choice} className={optionGroupStyles.radio} type="radio" value={SOMEONE_ELSE} />
            </label>
          </List>
        </fieldset>
        <div className={cx(shared.small, shared.soft, styles.note)} role="status">
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
    <label className={listStyles.item}>
      <Avatar id={id} name={name} photo={profileImage} size="xs" />
      <span className={shared.grow}>
        {name}
        <span className={cx(shared.tiny, shared.soft, shared.block)}>
          Wrote <Time at={lastMessageAt} now={now} />
        </span>
      </span>
      <input {...choice} className={optionGroupStyles.radio} type="radio" value={id} />
    </label>
  );
}

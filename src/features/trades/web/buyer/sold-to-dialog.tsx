import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Book } from '#features/books/contract.ts';
import { invalidateOwnBook } from '#features/books/web/public.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { BookHead } from '#ui/display/book-head.tsx';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { NamedSale, PossibleBuyer, TradeEndpoints, TradeSummary } from '../../contract.ts';
import { invalidateTrades, possibleBuyersQuery, tradeQuery } from '../trade-queries.ts';
import shared from '#ui/shared.module.css';
import avatarStyles from '#ui/display/avatar.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import listStyles from '#ui/layout/list.module.css';

type SoldToDialogProps = {
  book: Book;
  buyers: readonly PossibleBuyer[];
  /** Null: someone else. */
  onSell: (buyerId: string | null) => Promise<unknown>;
  onClose: () => void;
};

const SOMEONE_ELSE = 'someone-else';

const schema = formSchema(({ buyer }: { buyer?: string | null }, refuse) => {
  if (!buyer) refuse('buyer', t('trades.buyer.required'));
  return { buyerId: buyer === SOMEONE_ELSE ? null : (buyer ?? null) };
});

/** 'Who bought it?': one of the users who wrote about the book, or someone else. */
function SoldToDialog({ book, buyers, onSell, onClose }: SoldToDialogProps) {
  const { submit, field, busy } = useForm(schema, {
    onSubmit: ({ buyerId }) => onSell(buyerId),
  });
  const { error, ...choice } = field('buyer');
  return (
    <Dialog
      open
      title={t('trades.buyer.title')}
      text={t('trades.buyer.text')}
      closable
      locked={busy}
      onClose={onClose}
    >
      <BookHead book={book}>{formatMoney(book.price)}</BookHead>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <fieldset
          className={cx(fieldStyles.field, error && fieldStyles.invalid)}
          aria-describedby={error && 'buyer-missing'}
        >
          <legend className={shared.visuallyHidden}>{t('trades.buyer.title')}</legend>
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
                {t('trades.buyer.someone-else')}
                <span className={cx(shared.tiny, shared.soft, shared.block)}>
                  {t('trades.buyer.someone-else-hint')}
                </span>
              </span>
              <input {...choice} className={optionGroupStyles.radio} type="radio" value={SOMEONE_ELSE} />
            </label>
          </List>
        </fieldset>
        <Button type="submit" wide size="tall" busy={busy}>
          {t('trades.buyer.submit')}
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
        <bdi>{name}</bdi>
        <span className={cx(shared.tiny, shared.soft, shared.block)}>
          {rich('trades.buyer.wrote', { time: () => <Time at={lastMessageAt} now={now} /> })}
        </span>
      </span>
      <input {...choice} className={optionGroupStyles.radio} type="radio" value={id} />
    </label>
  );
}

type Sale = { book: Book; buyers: readonly PossibleBuyer[]; markAsSold: () => void };

/**
 * Asks who bought a book that its seller marks as sold. If nobody wrote about it, or without a connection,
 * there is nothing to ask: `markAsSold` runs at once. If the server refuses to say, nothing is sold.
 */
export function useSellTo(): {
  sell: (book: Book, markAsSold: () => void) => Promise<void>;
  dialog: ReactNode;
} {
  const queries = useQueryClient();
  const transport = useTransport();
  const now = useNow();
  const [sale, setSale] = useState<Sale | null>(null);
  const close = () => setSale(null);
  const naming = useSingleMutation({
    mutationFn: ({ book, buyerId }: { book: Book; buyerId: string }) =>
      apiClient<TradeEndpoints>(transport).call('POST /api/books/:id/named-sale', {
        params: { id: book.id },
        body: { buyerId },
      }),
    networkMode: 'always',
    onSuccess: (named) => {
      if (sale !== null) showSold(queries, transport, { ...sale, named, at: now.toISOString() });
      close();
    },
    meta: failsAs(t('ui.error.title')),
    onSettled: () => invalidateTrades(queries),
  });
  const sell = async (book: Book, markAsSold: () => void) => {
    const asking = {
      ...possibleBuyersQuery(transport, book.id),
      networkMode: 'always',
      retry: false,
    } as const;
    const buyers = await queries.fetchQuery(asking).catch((error: unknown) => {
      if (!(error instanceof ApiError)) return [];
      showErrorToast(failureText(error));
      return null;
    });
    if (buyers === null) return;
    if (buyers.length === 0) markAsSold();
    else setSale({ book, buyers, markAsSold });
  };
  const onSell = async (buyerId: string | null) => {
    if (sale === null) return;
    if (buyerId !== null) return naming.mutateAsync({ book: sale.book, buyerId });
    close();
    sale.markAsSold();
  };
  const dialog = sale && <SoldToDialog {...sale} onSell={onSell} onClose={close} />;
  return { sell, dialog };
}

type Sold = Pick<Sale, 'book' | 'buyers'> & { named: NamedSale; at: string };

/** Updates the cached listing and its trade at once, because a refetch may take a while. */
function showSold(queries: QueryClient, transport: Transport, { book, buyers, named, at }: Sold): void {
  const { id, buyerId, price, state } = named;
  const buyer = buyers.find((one) => one.id === buyerId);
  const trade: TradeSummary = {
    bookId: book.id,
    side: 'seller',
    other: buyer ? { id: buyerId, name: buyer.name } : null,
    conversationId: null,
    reservation: null,
    sale: { id, state, price, at },
  };
  queries.setQueryData(tradeQuery(transport, book.id).queryKey, trade);
  void invalidateOwnBook(queries, { id: book.id, book: { ...book, soldAt: at, isActive: false } });
}

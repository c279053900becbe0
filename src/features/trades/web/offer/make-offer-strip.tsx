import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { offerText } from '#features/conversations/line-text.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import type { MakeOffer } from '#features/conversations/web/lazy.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { cx } from '#ui/class-names.ts';
import { BookHead } from '#ui/display/book-head.tsx';
import { Price } from '#ui/display/price.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { firstOfferAmount, takesOffers } from '../../rules.ts';
import { OfferDialog } from './offer-dialog.tsx';
import shared from '#ui/shared.module.css';
import stripStyles from '#ui/chat/strip.module.css';

type OfferedBook = { id: string } & Pick<
  Conversation['book'],
  'title' | 'author' | 'isbn' | 'condition' | 'price' | 'images' | 'reservedUntil'
>;

/** Renders what depends on the price of other copies of a book: as an amount and in words; null: unknown. */
export type PriceBandSlot = ComponentType<{
  book: OfferedBook;
  children: (band: { median: number; text: ReactNode } | null) => ReactNode;
}>;

type MakeOfferStripProps = {
  book: OfferedBook;
  sellerName: string;
  /** First name of the seller. */
  name: string;
  /** An offer of the user waits for a response. */
  isWaiting?: boolean;
  makeOffer: MakeOffer;
  WithPriceBand: PriceBandSlot;
};

/** Opens the dialog at once where the address asks for it (`?offer`). */
export function MakeOfferStrip({
  book,
  sellerName,
  name,
  isWaiting = false,
  makeOffer,
  WithPriceBand,
}: MakeOfferStripProps) {
  const [isOpen, setOpen] = useState(() => new URLSearchParams(location.search).has('offer'));
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setOpen(false));
    // A dialog that the address has opened has no button to give the focus back to.
    button.current?.focus();
    const url = new URL(location.href);
    if (!url.searchParams.has('offer')) return;
    // Not again when the page is loaded again.
    url.searchParams.delete('offer');
    history.replaceState(history.state, '', url);
  };
  const { prices } = currentLocale();
  const askingPrice = book.price;
  if (book.reservedUntil !== null || !takesOffers(askingPrice, prices)) return null;
  return (
    <section className={stripStyles.strip} aria-label={t('trades.offer.yours')}>
      {isWaiting && <p className={cx(shared.tiny, shared.soft)}>{t('trades.offer.waits')}</p>}
      <Button
        ref={button}
        variant="quiet"
        size="slim"
        icon="tag"
        disabled={isWaiting}
        onClick={() => setOpen(true)}
      >
        {t('trades.action.make-offer')}
      </Button>
      <WithPriceBand book={book}>
        {(band) =>
          isOpen &&
          !isWaiting && (
            <OfferDialog
              name={name}
              askingPrice={askingPrice}
              firstAmount={firstOfferAmount(askingPrice, band?.median, prices)}
              band={band?.text}
              onSend={(amount) => {
                close();
                makeOffer(offerText(amount, currentLocale()), { amount, askingPrice });
                keepFocus();
              }}
              onClose={close}
            >
              <OfferedBookHead book={book} sellerName={sellerName} />
            </OfferDialog>
          )
        }
      </WithPriceBand>
    </section>
  );
}

function OfferedBookHead({ book, sellerName }: Pick<MakeOfferStripProps, 'book' | 'sellerName'>) {
  const [image] = book.images;
  const photo = image === undefined ? null : { ...photoSources(image), sizes: '40px' };
  return (
    <BookHead book={book} photo={photo} aside={<Price amount={book.price} />}>
      <span dir="auto" className={cx(shared.truncate, shared.block)}>
        {sellerName}
      </span>
    </BookHead>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { conditions } from '#features/books/rules.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import type { MakeOffer } from '#features/conversations/web/lazy.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { priceGuidanceQuery, SimilarCopies } from '#features/prices/web/lazy.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { Price } from '#ui/display/price.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { describeOffer, firstOfferAmount, takesOffers } from '../../rules.ts';
import { OfferDialog } from './offer-dialog.tsx';

type OfferedBook = { id: string } & Pick<
  Conversation['book'],
  'title' | 'author' | 'isbn' | 'condition' | 'price' | 'images' | 'reservedUntil'
>;

type MakeOfferStripProps = {
  book: OfferedBook;
  sellerName: string;
  /** First name of the seller. */
  name: string;
  /** An offer of the user waits for a response. */
  isWaiting?: boolean;
  makeOffer: MakeOffer;
};

/** Opens the dialog at once where the address asks for it (`?offer`). */
export function MakeOfferStrip({
  book,
  sellerName,
  name,
  isWaiting = false,
  makeOffer,
}: MakeOfferStripProps) {
  const [isOpen, setOpen] = useState(() => new URLSearchParams(location.search).has('offer'));
  const band = usePriceBand(book);
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
  const askingPrice = book.price;
  if (book.reservedUntil !== null || !takesOffers(askingPrice)) return null;
  return (
    <section className="deal" aria-label="Your offer">
      <Button ref={button} variant="quiet" icon="tag" disabled={isWaiting} onClick={() => setOpen(true)}>
        Make an offer
      </Button>
      {isWaiting && <p className="tiny soft">Your offer waits. One at a time.</p>}
      {isOpen && !isWaiting && (
        <OfferDialog
          title="Make an offer"
          label="Your offer"
          verb="Offer"
          name={name}
          askingPrice={askingPrice}
          firstAmount={firstOfferAmount(askingPrice, band?.median)}
          band={band && <SimilarCopies band={band} />}
          onSend={(amount) => {
            close();
            makeOffer(describeOffer(amount), { amount, askingPrice });
            keepFocus();
          }}
          onClose={close}
        >
          <BookRow book={book} sellerName={sellerName} />
        </OfferDialog>
      )}
    </section>
  );
}

/** Of other copies of the book; null or undefined: nothing is known of them. */
function usePriceBand({ id: bookId, isbn, condition: name }: OfferedBook) {
  const condition = conditions.find((known) => known === name) ?? 'Good';
  const query = priceGuidanceQuery(useTransport(), { isbn: isbn ?? '', condition, bookId });
  return useQuery({ ...query, enabled: isbn !== null }).data;
}

function BookRow({ book, sellerName }: Pick<MakeOfferStripProps, 'book' | 'sellerName'>) {
  const [image] = book.images;
  return (
    <div className="row">
      <Cover
        book={book}
        size="s"
        photo={image === undefined ? null : { ...photoSources(image), sizes: '40px' }}
      />
      <span className="grow">
        <b className="serif clamp2">{book.title}</b>
        <span className="small soft cut block">{sellerName}</span>
      </span>
      <Price cents={book.price} />
    </div>
  );
}

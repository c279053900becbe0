import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useKnownPerson } from '#features/accounts/web/parts.ts';
import type { Book } from '#features/books/contract.ts';
import { isBoosted } from '#features/books/rules.ts';
import { bookQuery, noBook } from '#features/books/web/public.ts';
import type { PaymentProvider } from '#features/payments/contract.ts';
import {
  Benefits,
  PaymentPanel,
  PurchasesClosed,
  Refused,
  TestModeStrip,
} from '#features/payments/web/parts.ts';
import { priceList } from '#features/payments/rules.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { client } from '#platform/shared/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { Note } from '#ui/notes.tsx';
import { App, Main } from '#ui/shell.tsx';
import { BookRowSkeleton } from '#ui/skeleton.tsx';
import { BOOK_NOT_FOUND, NOTHING_FOR_SALE } from '#ui/page-spots.ts';
import { ErrorState, State } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import type { BoostCalls } from '../contract.ts';
import { boostHours, boostPeriod } from '../rules.ts';
import { boostOffer } from './boost-offer.ts';

export type BoostPageProps = {
  bookId: string;
  back: ComponentProps<typeof TitleHeader>['back'];
  /** The listing's card, boosted until then. */
  sample: (book: Book, until: Date) => ReactNode;
};

/** Paying for a listing's place on top. */
export default function BoostPage({ bookId, back, sample }: BoostPageProps) {
  const transport = useTransport();
  const who = useKnownPerson();
  const { data: provider, ...asked } = useQuery(paymentProviderQuery(transport));
  const book = useQuery({ ...bookQuery(transport, bookId), refetchOnMount: 'always' });
  const listing = book.data ?? null;
  const missing =
    book.data === noBook || (book.error instanceof ApiError && [400, 404].includes(book.error.status));
  const failed = (book.isError && !missing) || asked.isError || who.isLate;
  const mine = who.myId === null ? undefined : who.myId === listing?.sellerId;
  const state = whyNot({ provider, missing, book: listing, mine });
  const retry = () => {
    if (who.isLate) who.ask();
    void Promise.all([book.refetch(), asked.refetch()]);
  };
  return (
    <App>
      <TestModeStrip provider={provider} />
      <TitleHeader title={boostOffer.title} back={back} />
      <Main id="main" middle={state !== null || failed}>
        {failed && (
          <ErrorState
            title="Failed to fetch book"
            retrying={book.isFetching || who.isAsking}
            onRetry={retry}
          />
        )}
        {!failed && state}
        {!failed && state === null && !(mine && listing && provider) && <Coming />}
        {!failed && state === null && mine && listing && provider && (
          <Offered book={listing} provider={provider} sample={sample} />
        )}
      </Main>
    </App>
  );
}

const Coming = () => (
  <>
    <p className="vh" role="status">
      Loading book...
    </p>
    <BookRowSkeleton />
  </>
);

type Situation = {
  provider: PaymentProvider | null | undefined;
  missing: boolean;
  book: Book | null;
  /** Not known yet: undefined. */
  mine: boolean | undefined;
};

/** What stands here instead of an offer; null where there is nothing against it. The server decides again. */
function whyNot({ provider, missing, book, mine }: Situation): ReactNode {
  if (provider === null) return <PurchasesClosed />;
  if (missing) return notFound;
  if (book === null) return null;
  if (mine === false) return notYours(book.id);
  return book.soldAt === null && book.isActive ? null : sold;
}

const notFound = (
  <State
    spot={BOOK_NOT_FOUND}
    title="Book not found"
    text="It was deleted, or the link is not complete."
    action={<LinkButton href="/profile">Back to your listings</LinkButton>}
  />
);
const notYours = (id: string) => (
  <State
    spot={BOOK_NOT_FOUND}
    title="This is not your listing"
    text="Only its seller can boost it."
    action={<LinkButton href={`/book/${id}`}>See the book</LinkButton>}
  />
);
const sold = (
  <State
    spot={NOTHING_FOR_SALE}
    title="This book is sold"
    text="Only a listing that is for sale can be boosted. Mark it as available first."
    action={<LinkButton href="/profile">Back to your listings</LinkButton>}
  />
);

type OfferedProps = { book: Book; provider: PaymentProvider; sample: BoostPageProps['sample'] };

function Offered({ book, provider, sample }: OfferedProps) {
  const transport = useTransport();
  const now = useNow();
  const boosted = isBoosted(book, now) && book.boostedUntil !== null ? book.boostedUntil : null;
  const { endsAt } = boostPeriod(boosted === null ? null : new Date(boosted), now);
  return (
    <>
      <h2 className="vh">Your listing</h2>
      {boosted !== null && (
        <Note small>
          Boosted already, until <Time at={boosted} now={now.getTime()} form="full" />. Another {boostHours}{' '}
          hours are added to that.
        </Note>
      )}
      {sample(book, endsAt)}
      <p className="tiny soft center">How your listing will look</p>
      <Benefits offer={boostOffer} />
      <PaymentPanel
        offer={boostOffer}
        provider={provider}
        about={book.id}
        begin={() =>
          client<BoostCalls>(transport).call('POST /api/create-payment-intent', {
            body: { bookId: book.id, amount: priceList.boost / 100 },
          })
        }
        refusal={({ status, detail }) =>
          status === 404 || status === 409 ? <Refused>{detail}</Refused> : null
        }
      />
    </>
  );
}

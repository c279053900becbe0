import type { ComponentProps, ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Badge, BoostedTab, ConditionBadge, type BookCondition } from './badge.tsx';
import { cx } from '../class-names.ts';
import { splitEdition } from '../cover/cover-rules.ts';
import { Cover, type CoverPhoto } from '../cover/cover.tsx';
import { Link } from '../actions/link.tsx';
import { Price, PriceRate } from './price.tsx';
import { Icon } from '../icons/icon.tsx';
import shared from '../shared.module.css';
import styles from './book-row.module.css';

export type RowBook = {
  title: string;
  author: string;
  isbn?: string | null;
  condition: BookCondition;
  subject?: string | null;
  price: number;
  /** Instead of `price` in the market's currency. */
  priceText?: string;
  /** The former price, struck out. */
  formerPrice?: number | null;
  rating?: 'great' | 'fair' | null;
  photo?: CoverPhoto | null;
  isReserved?: boolean;
};

/** Longer ones name a volume, too: in one line their last words, the edition, would be cut. */
const LONG_EDITION = 24;

type BookRowProps = {
  book: RowBook;
  /** The address of the link; without one the card is not a link. */
  href?: string;
  /** 'boosted' puts the amber tab on the card, with `boostLeft` in it. 'elsewhere': its link leaves the campus. */
  state?: 'boosted' | 'sold' | 'expired' | 'elsewhere';
  /** Names the link instead of the title. */
  linkLabel?: string;
  /** '41h 12m left' */
  boostLeft?: ReactNode;
  /** Before the other badges. */
  badge?: ReactNode;
  action?: ReactNode;
  tools?: ReactNode;
  onOpen?: ComponentProps<'a'>['onClick'];
};

/** One book in a list. The title's link covers the whole card; the heart and the tools lie above it. */
export function BookRow(props: BookRowProps) {
  const { book, href, state, linkLabel, boostLeft, badge, action, tools, onOpen } = props;
  const { name, edition } = splitEdition(book.title);
  const sold = state === 'sold';
  const isElsewhere = state === 'elsewhere';
  const Anchor = isElsewhere ? 'a' : Link;
  const badges = (
    <>
      {badge}
      {book.isReserved && <Badge tone="reserved">{t('ui.badge.reserved')}</Badge>}
      {state === 'expired' && <Badge tone="expired">{t('ui.badge.expired')}</Badge>}
      {sold ? <Badge tone="sold">{t('ui.badge.sold')}</Badge> : <ConditionBadge condition={book.condition} />}
      {!sold && book.price === 0 && <Badge tone="free">{t('ui.badge.free')}</Badge>}
    </>
  );
  return (
    <article className={styles.card} data-state={state}>
      {state === 'boosted' && <BoostedTab left={boostLeft} />}
      <Cover book={book} photo={book.photo} />
      {sold && (
        <span className={styles.soldBand} aria-hidden="true">
          {t('ui.badge.sold')}
        </span>
      )}
      <div className={styles.body}>
        <h3>
          {/* hidden text inside the link would be read separately: 'Title , 3rd Edition' */}
          {href === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <Anchor
              dir="auto"
              href={href}
              onClick={onOpen}
              aria-label={linkLabel ?? (edition ? `${name}, ${edition}` : undefined)}
            >
              {name}
            </Anchor>
          )}
        </h3>
        <p
          dir="auto"
          className={cx(styles.byline, shared.truncate, edition.length > LONG_EDITION && styles.twoLines)}
        >
          {edition && <b aria-hidden={href !== undefined}>{edition}</b>}
          {edition ? ` ${book.author}` : book.author}
        </p>
        <div className={styles.meta}>
          {book.rating ? (
            <span className={styles.marks}>
              {badges}
              <PriceRate rating={book.rating} />
            </span>
          ) : (
            <>
              {badges}
              {book.subject && (
                <span className={styles.subject}>
                  <span className={shared.truncate}>{book.subject}</span>
                </span>
              )}
            </>
          )}
          <Price amount={book.price} text={book.priceText} formerAmount={book.formerPrice} />
        </div>
      </div>
      {isElsewhere && <Icon name="out" size="s" />}
      {action}
      {tools && <div className={styles.tools}>{tools}</div>}
    </article>
  );
}

type BookListProps = { joined?: boolean; viewed?: boolean; children: ReactNode };

/** `joined`: one card with a compact row for each book, where they have tools. `viewed`: in the view that the reader has chosen. */
export function BookList({ joined, viewed, children }: BookListProps) {
  return <div className={cx(joined ? styles.joined : styles.list, viewed && styles.viewed)}>{children}</div>;
}

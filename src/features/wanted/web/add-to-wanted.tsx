import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useWant } from './use-want.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type MissingBook = { isbn: string; title: string };

/** 'Add to wanted', beside a book of which no copy is listed. */
export function AddToWanted(book: MissingBook) {
  const { add, isAdded, isBusy } = useWant();
  const want = { isbn: book.isbn };
  if (isAdded(want)) return <AddedNote />;
  return (
    <Button
      variant="text"
      size="slim"
      icon="plus"
      busy={isBusy}
      aria-label={t('wanted.add.of', { title: book.title })}
      onClick={() => add([want])}
    >
      {t('wanted.add.action')}
    </Button>
  );
}

/** 'Add all missing books to wanted', below a list. */
export function AddMissingToWanted({ books }: { books: readonly MissingBook[] }) {
  const { add, isAdded, isBusy } = useWant();
  const unwanted = books.map(({ isbn }) => ({ isbn })).filter((want) => !isAdded(want));
  if (unwanted.length === 0) return null;
  return (
    <>
      <Button wide size="tall" icon="bell" busy={isBusy} onClick={() => add(unwanted)}>
        {t('wanted.add.all')}
      </Button>
      <p className={cx(shared.tiny, shared.soft, shared.center)}>
        {t('wanted.add.all-note', { count: unwanted.length })}
      </p>
    </>
  );
}

const AddedNote = () => (
  <span className={cx(shared.small, shared.soft)} role="status">
    <Link href="/favorites?tab=wanted">{t('wanted.add.in-list')}</Link>
  </span>
);

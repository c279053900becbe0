import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { BookList, BookRow } from '#ui/display/book-row.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { OtherCopy } from '../contract.ts';

type GoneBookProps = {
  title: string;
  /** The title of the book; null if it is not told. */
  name: string | null;
  isbn: string | null;
  otherCopies: readonly OtherCopy[];
};

/** Says that a book cannot be had any more, and offers other copies. */
export function GoneBook({ title, name, isbn, otherCopies }: GoneBookProps) {
  const some = otherCopies.length > 0;
  return (
    <>
      <EmptyState
        level={1}
        illustration="nothing-for-sale"
        title={title}
        text={some ? (name ?? '') : t('slips.gone.none')}
        action={
          <LinkButton href={some && isbn !== null ? `/?search=${isbn}` : '/'}>
            {some && isbn !== null ? t('slips.gone.all') : t('slips.gone.browse')}
          </LinkButton>
        }
      />
      {some && (
        <Section title={t('slips.gone.others')}>
          <BookList>
            {otherCopies.map((copy) => (
              <BookRow key={copy.id} book={copy} href={`/book/${copy.id}`} />
            ))}
          </BookList>
        </Section>
      )}
    </>
  );
}

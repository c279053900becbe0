import type { ItemPhotos } from '#features/photos/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { ShelfRowItem } from './shelf-row-item.tsx';
import { type ShelfRow, withoutRow, withRowBack } from './shelf-rows.ts';
import type { Posting, ShelfStore } from './shelf-store.ts';
import shared from '#ui/shared.module.css';
import styles from './shelf.module.css';

type ShelfListProps = {
  store: ShelfStore;
  rows: readonly ShelfRow[];
  posting: Posting | null;
  photos: ItemPhotos;
};

/** The rows, the newest first. */
export function ShelfList({ store, rows, posting, photos }: ShelfListProps) {
  const contents = rows
    .map(({ id }) => id)
    .toReversed()
    .join(' ');
  const { container, removing } = useFocusAfterRemoval<HTMLElement>('[data-remove]', contents);
  const remove = (row: ShelfRow, at: number) => {
    removing(at);
    store.change((now) => withoutRow(now, row.id));
    toast({
      title: t('books.shelf.removed', { book: row.title || row.isbn }),
      icon: 'trash',
      action: {
        label: t('books.action.undo'),
        onAction: () => store.change((now) => withRowBack(now, row, at)),
      },
    });
  };
  return (
    <section ref={container} tabIndex={-1} aria-labelledby="shelf-books" hidden={rows.length === 0}>
      <h2 className={shared.visuallyHidden} id="shelf-books">
        {t('books.shelf.books')}
      </h2>
      <ol className={styles.list} reversed>
        {rows.map((row, at) => (
          <ShelfRowItem
            key={row.id}
            row={row}
            store={store}
            isLocked={posting?.ids.has(row.id) === true}
            photos={photos}
            onRemove={() => remove(row, at)}
          />
        ))}
      </ol>
    </section>
  );
}

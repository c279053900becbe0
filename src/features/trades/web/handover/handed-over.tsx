import type { ReactNode } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import emptyStateStyles from '#ui/states/empty-state.module.css';
import styles from './handed-over.module.css';

type HandedOverProps = { book: Conversation['book']; title: string; text: string; children: ReactNode };

/** The screen after a handover: what it has changed, and what comes next. */
export function HandedOver({ book, title, text, children }: HandedOverProps) {
  const [image] = book.images;
  const photo = image === undefined ? null : { ...photoSources(image), sizes: '120px' };
  return (
    <div className={emptyStateStyles.state} role="status">
      <span className={styles.cover}>
        <Cover book={book} photo={photo} />
        <span className={styles.tick}>
          <Icon name="check" />
        </span>
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon } from '#ui/icons/icon.tsx';

type HandedOverProps = { book: Conversation['book']; title: string; text: string; children: ReactNode };

/** After a handover: what it has changed, and what comes next. */
export function HandedOver({ book, title, text, children }: HandedOverProps) {
  const [image] = book.images;
  const photo = image === undefined ? null : { ...photoSources(image), sizes: '120px' };
  return (
    <div className="state" role="status">
      <span className="handed-over">
        <Cover book={book} photo={photo} />
        <span className="tick">
          <Icon name="check" />
        </span>
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

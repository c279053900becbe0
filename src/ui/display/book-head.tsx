import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Cover, type CoverPhoto } from '../cover/cover.tsx';
import shared from '../shared.module.css';

type BookHeadProps = {
  book: { title: string; author: string; isbn?: string | null };
  photo?: CoverPhoto | null;
  /** The line below the title. */
  children: ReactNode;
  /** At the end of the row. */
  aside?: ReactNode;
};

/** The book that a form or a page is about: its small cover, its title and a line about it. */
export const BookHead = ({ book, photo = null, children, aside }: BookHeadProps) => (
  <div className={shared.row}>
    <Cover book={book} size="s" photo={photo} />
    <span className={shared.grow}>
      <b dir="auto" className={cx(shared.serif, shared.twoLines)}>
        {book.title}
      </b>
      <span className={cx(shared.small, shared.soft, shared.block)}>{children}</span>
    </span>
    {aside}
  </div>
);

import { useEffect, useId, useState, type ReactNode } from 'react';
import { type PlainTextId, t, textId } from '#platform/shared/texts/t.ts';
import { useCountdown } from '#platform/web/use-countdown.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { Shelf } from '#ui/layout/shelf.tsx';
import { INTERSTITIAL_MS, type InterstitialKind } from '../rules.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import styles from './interstitial.module.css';

const INTERSTITIAL_SECONDS = INTERSTITIAL_MS / 1000;

const ADVERTISEMENTS: Record<
  InterstitialKind,
  { title: PlainTextId; text: PlainTextId; picture: ReactNode }
> = {
  'pre-listing': {
    title: textId('ads.wall.textbooks-title'),
    text: textId('ads.wall.textbooks-text'),
    picture: <Bookcase />,
  },
  'pre-post': {
    title: textId('ads.wall.boost-title'),
    text: textId('ads.wall.boost-text'),
    picture: <Fan />,
  },
};

type InterstitialProps = { kind: InterstitialKind; onEnd: (completed: boolean) => void };

/** An advertisement over the whole screen. `onEnd` says whether the user left it after its time was over. */
export function Interstitial({ kind, onEnd }: InterstitialProps) {
  const id = useId();
  const [readyAt] = useState(() => Date.now() + INTERSTITIAL_MS);
  const left = useCountdown(readyAt);
  const ready = left === 0;
  const { title, text, picture } = ADVERTISEMENTS[kind];
  const end = () => onEnd(ready);
  // Escape and Android's Back go back to the form, at any time.
  const isBeforePost = kind === 'pre-post';
  // Disabled buttons would lose the focus to the page behind.
  const leave = { 'aria-disabled': !ready, onClick: ready ? end : undefined };
  // No element had the focus before, so it moves to the start of the page.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <Modal
      open
      full
      locked={!isBeforePost && !ready}
      onClose={isBeforePost ? () => onEnd(false) : end}
      labelledBy={`${id}t`}
      describedBy={`${id}d`}
    >
      <div className={styles.wall}>
        <div className={cx(shared.row, shared.between)}>
          <Badge>{t('ads.wall.label')}</Badge>
          <Button variant="quiet" size="slim" {...leave}>
            {t('ads.wall.skip')}
          </Button>
        </div>
        <div className={styles.poster}>
          <div className={styles.picture}>{picture}</div>
          <div className={styles.words}>
            <h2 id={`${id}t`}>{t(title)}</h2>
            <p className={shared.soft}>{t(text)}</p>
          </div>
        </div>
        {/* Said when it opens and when it can be left, not with every second between. */}
        <p className={shared.visuallyHidden} id={`${id}d`}>
          {t('ads.wall.text', { text: t(text), seconds: INTERSTITIAL_SECONDS })}
        </p>
        <p className={shared.visuallyHidden} role="status">
          {ready && t('ads.wall.ready')}
        </p>
        {/* The ring lies in the button: inside it, a screen reader would not find the timer. */}
        <div className={styles.leave}>
          <Button wide size="tall" {...leave}>
            {t('ads.wall.continue')}
          </Button>
          <CountdownRing left={left} />
        </div>
      </div>
    </Modal>
  );
}

/** A ring that empties with the seconds; it stays at zero. */
const CountdownRing = ({ left }: { left: number }) => (
  <svg
    className={cx(styles.ring, left === 0 && styles.hidden)}
    viewBox="0 0 56 56"
    role="timer"
    aria-label={t('ads.wall.seconds', { left })}
  >
    <circle cx="28" cy="28" r="25" />
    <circle
      className={styles.progress}
      cx="28"
      cy="28"
      r="25"
      pathLength="100"
      strokeDasharray={`${(left / INTERSTITIAL_SECONDS) * 100} 100`}
    />
    <text x="28" y="35" aria-hidden="true">
      {left}
    </text>
  </svg>
);

const books = [
  {
    title: 'Introduction to Quantum Mechanics, 2nd Edition',
    author: 'David J. Griffiths',
    isbn: '9780131118928',
  },
  { title: 'Linear Algebra Done Right, 3rd Edition', author: 'Sheldon Axler', isbn: '9783319110790' },
  {
    title: 'The Art of Electronics, 3rd Edition',
    author: 'Paul Horowitz, Winfield Hill',
    isbn: '9780521809269',
  },
];

function Bookcase() {
  return (
    <div className={styles.bookcase}>
      {[0, 1, 2, 3].map((row) => (
        <Shelf key={row} wide />
      ))}
    </div>
  );
}

function Fan() {
  return (
    <div className={styles.fan}>
      {books.map((book) => (
        <span key={book.title}>
          <Cover book={book} size="full" />
        </span>
      ))}
    </div>
  );
}

import { type KeyboardEvent, useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { Place } from '../../contract.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import styles from './place-row.module.css';

type PlaceRowProps = {
  place: Place;
  at: number;
  count: number;
  /** Moves the place by -1 or 1. */
  onMove: (by: number) => void;
  onEdit: () => void;
  onDelete: () => void;
};

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** A place. Its grip moves it by arrow keys, and opens two buttons that do. */
export function PlaceRow({ place, at, count, onMove, onEdit, onDelete }: PlaceRowProps) {
  const [isMoving, setMoving] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li className={cx(shared.row, styles.place)} data-place={place.id}>
      <IconButton
        icon="grip"
        label={t('meetings.places.move', { name: place.name })}
        soft
        aria-expanded={isMoving}
        disabled={count < 2}
        onClick={() => setMoving(!isMoving)}
        onKeyDown={onKeyDown}
      />
      <span className={shared.grow}>
        <b dir="auto" className={shared.block}>
          {place.name}
        </b>
        {place.hint !== null && (
          <span dir="auto" className={cx(shared.small, shared.soft)}>
            {place.hint}
          </span>
        )}
      </span>
      <IconButton icon="edit" label={t('meetings.places.edit', { name: place.name })} soft onClick={onEdit} />
      <IconButton
        icon="trash"
        label={t('meetings.places.delete', { name: place.name })}
        soft
        onClick={onDelete}
      />
      {isMoving && (
        <span
          className={styles.moves}
          role="group"
          aria-label={t('meetings.places.move', { name: place.name })}
        >
          <Button variant="quiet" size="slim" disabled={at === 0} onClick={() => onMove(-1)}>
            {t('meetings.places.move-up')}
          </Button>
          <Button variant="quiet" size="slim" disabled={at === count - 1} onClick={() => onMove(1)}>
            {t('meetings.places.move-down')}
          </Button>
        </span>
      )}
    </li>
  );
}

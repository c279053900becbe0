import { cx } from '../class-names.ts';
import { IconButton } from './icon-button.tsx';

export type HeartButtonProps = {
  pressed: boolean;
  onPress: () => void;
  busy?: boolean;
  /** card: in the corner of a book card; bar: in the action bar of the book page. */
  place?: 'card' | 'bar';
};

export function HeartButton({ pressed, onPress, busy, place = 'card' }: HeartButtonProps) {
  return (
    <IconButton
      icon={pressed ? 'heart-filled' : 'heart'}
      label="Favorite"
      pressed={pressed}
      aria-busy={busy || undefined}
      edge={place === 'bar'}
      className={place === 'bar' ? 'tallbtn' : cx('heart', !pressed && 'soft')}
      onClick={onPress}
    />
  );
}

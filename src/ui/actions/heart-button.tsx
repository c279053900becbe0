import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { IconButton } from './icon-button.tsx';
import iconButtonStyles from './icon-button.module.css';
import styles from './heart-button.module.css';

type HeartButtonProps = {
  pressed: boolean;
  onPress: () => void;
  /** The book, in a list. */
  of?: string | undefined;
  /** card: in the corner of a book card; bar: in the action bar of the book page. */
  place?: 'card' | 'bar';
};

export function HeartButton({ pressed, onPress, of, place = 'card' }: HeartButtonProps) {
  return (
    <IconButton
      icon={pressed ? 'heart-filled' : 'heart'}
      label={t('ui.action.favorite')}
      of={of}
      pressed={pressed}
      edge={place === 'bar'}
      className={
        place === 'bar' ? iconButtonStyles.tall : cx(styles.heart, !pressed && iconButtonStyles.soft)
      }
      onClick={onPress}
    />
  );
}

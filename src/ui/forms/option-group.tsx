import { type ReactNode, useId } from 'react';
import shared from '../shared.module.css';
import styles from './option-group.module.css';

type OptionGroupProps<Value extends string> = {
  label: ReactNode;
  options: readonly { value: Value; label: ReactNode }[];
  chosen: readonly Value[];
  /** An option is pressed, chosen or not. */
  onPress: (value: Value) => void;
  /** One bar, for the steps of a scale of which one is chosen; else separate buttons. */
  joined?: boolean;
};

/** Optional choices: pressing a chosen one again clears it. */
export function OptionGroup<Value extends string>({
  label,
  options,
  chosen,
  onPress,
  joined,
}: OptionGroupProps<Value>) {
  const id = useId();
  return (
    <div className={styles.group} role="group" aria-labelledby={id}>
      <span className={shared.legend} id={id}>
        {label}
      </span>
      <div className={joined ? styles.segments : styles.options}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className={styles.option}
            aria-pressed={chosen.includes(option.value)}
            onClick={() => onPress(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
}

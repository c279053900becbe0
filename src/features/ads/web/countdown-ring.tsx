import { cx } from '#ui/class-names.ts';
import styles from './countdown-ring.module.css';

type CountdownRingProps = { left: number; of: number };

/** A ring that empties with the seconds; it stays at zero. */
export function CountdownRing({ left, of }: CountdownRingProps) {
  return (
    <svg
      className={cx(styles.ring, left === 0 && styles.hidden)}
      viewBox="0 0 56 56"
      role="timer"
      aria-label={`${left} ${left === 1 ? 'second' : 'seconds'}`}
    >
      <circle cx="28" cy="28" r="25" />
      <circle
        className={styles.progress}
        cx="28"
        cy="28"
        r="25"
        pathLength="100"
        strokeDasharray={`${(left / of) * 100} 100`}
      />
      <text x="28" y="35" aria-hidden="true">
        {left}
      </text>
    </svg>
  );
}

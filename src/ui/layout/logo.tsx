import styles from './logo.module.css';

/** Two bookmarks, one given and one taken: together an open book. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 27 32" aria-hidden="true">
      <path className={styles.outer} d="M0 6 6.5 0 13 6v23l-6.5-6L0 29z" />
      <path className={styles.inner} d="M27 26 20.5 32 14 26V3l6.5 6L27 3z" />
    </svg>
  );
}

/** Icon and wordmark, the heading of Home. The wordmark's outline is in the document's sprite. */
export function Brand() {
  return (
    <div className={styles.brand}>
      <Mark />
      <h1 aria-label="Book Swap">
        <svg className={styles.word} viewBox="0 0 100 20" role="img" aria-label="Book Swap">
          <use href="#wordmark" />
        </svg>
      </h1>
    </div>
  );
}

/** The large logo above the sign-in forms. */
export function BrandMark() {
  return (
    <div className={styles.centered} aria-hidden="true">
      <Mark />
    </div>
  );
}

import styles from './modal.module.css';

let locks = 0;

/** Locks without a layout shift where scrollbars take space. Returns the release. */
export function lockScroll(): () => void {
  const root = document.documentElement;
  if (locks++ === 0) {
    root.classList.toggle(styles.gutter!, window.innerWidth > root.clientWidth);
    root.classList.add(styles.locked!);
  }
  return () => {
    if (--locks === 0) root.classList.remove(styles.locked!, styles.gutter!);
  };
}

let locks = 0;

/**
 * Prevents the page behind a dialog from scrolling, without a layout shift where scrollbars take space.
 * Returns the release.
 */
export function lockScroll(): () => void {
  const root = document.documentElement;
  if (locks++ === 0) {
    root.classList.toggle('gutter', window.innerWidth > root.clientWidth);
    root.classList.add('locked');
  }
  return () => {
    if (--locks === 0) root.classList.remove('locked', 'gutter');
  };
}

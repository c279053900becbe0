let locks = 0;

/** Holds the page still behind a dialog, without a jump where scrollbars take room. Returns the release. */
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

type Viewport = Pick<
  VisualViewport,
  'height' | 'offsetTop' | 'scale' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Keeps the variables `--visible-height` and `--visible-top` at the part of the page that the keyboard leaves free.
 * iOS draws its keyboard over the page and moves the page up, instead of making it smaller. Returns what ends it.
 */
export function followVisibleViewport(viewport: Viewport | null | undefined, root: HTMLElement): () => void {
  if (!viewport) return () => {};
  const update = () => {
    // A page that is zoomed is read, not written in.
    const isZoomed = viewport.scale > 1.01;
    root.style.setProperty('--visible-height', isZoomed ? '' : `${viewport.height}px`);
    root.style.setProperty('--visible-top', isZoomed ? '' : `${viewport.offsetTop}px`);
  };
  const events = ['resize', 'scroll'] as const;
  for (const event of events) viewport.addEventListener(event, update);
  return () => {
    for (const event of events) viewport.removeEventListener(event, update);
    root.style.removeProperty('--visible-height');
    root.style.removeProperty('--visible-top');
  };
}

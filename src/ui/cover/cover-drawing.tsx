import { useLayoutEffect, useRef } from 'react';
import { trustedMarkup } from '../trusted-markup.ts';
import type { CoverDesign } from './cover-rules.ts';

type Draw = (design: CoverDesign) => string;

let draw: Draw | undefined;

/** The server provides the artwork before it renders; a browser fetches it when it has a cover to draw. */
export function provideCoverArt(art: Draw): void {
  draw = art;
}

export async function fetchCoverArt(): Promise<Draw> {
  draw ??= (await import('./cover-art.ts')).coverArt;
  return draw;
}

/** One object, so that React never writes into a drawing. */
const NOTHING = trustedMarkup('');

/** The browser keeps what the server has drawn, neither compared nor drawn again. Otherwise it draws itself. */
export function CoverDrawing({ hash, pattern, color, variant }: CoverDesign) {
  const element = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const svg = element.current;
    if (svg === null || svg.hasChildNodes()) return;
    const show = (art: Draw) => {
      svg.innerHTML = trustedMarkup(art({ hash, pattern, color, variant })).__html;
    };
    if (draw !== undefined) show(draw);
    // A cover without its artwork is cloth of its color; the next cover fetches the artwork again.
    else fetchCoverArt().then(show, () => {});
  }, [hash, pattern, color, variant]);
  const markup = import.meta.env.SSR ? trustedMarkup(draw!({ hash, pattern, color, variant })) : NOTHING;
  return (
    <svg
      // Another book's drawing needs another element.
      key={hash}
      ref={element}
      viewBox="0 0 72 96"
      preserveAspectRatio="none"
      suppressHydrationWarning
      dangerouslySetInnerHTML={markup}
    />
  );
}

import { useLayoutEffect, useRef } from 'react';
import { trustedMarkup } from '../trusted-markup.ts';
import { coreIllustrations } from './core-illustrations.ts';
import type { pageIllustrations } from './page-illustrations.ts';

type Illustrations = Readonly<Record<string, string>>;

export type IllustrationName = keyof typeof coreIllustrations | keyof typeof pageIllustrations;

let drawn: Illustrations = coreIllustrations;

/** The server provides those of pages before it renders; a browser fetches them when it has one to draw. */
export function provideIllustrations(ofPages: Illustrations): void {
  drawn = { ...coreIllustrations, ...ofPages };
}

async function fetchIllustrations(): Promise<void> {
  provideIllustrations((await import('./page-illustrations.ts')).pageIllustrations);
}

/** One object, so that React never writes into a drawing. */
const NOTHING = trustedMarkup('');

/** The small drawing of an empty page, decorative. The browser keeps what the server has drawn. */
export function Illustration({ name, className }: { name: IllustrationName; className?: string }) {
  const element = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const svg = element.current!;
    const show = () => {
      if (!svg.hasChildNodes()) svg.innerHTML = trustedMarkup(drawn[name] ?? '').__html;
    };
    if (drawn[name] !== undefined) show();
    // Without it the texts stand alone.
    else fetchIllustrations().then(show, () => {});
  }, [name]);
  return (
    <svg
      // Another drawing needs another element.
      key={name}
      ref={element}
      className={className}
      viewBox="0 0 152 96"
      aria-hidden="true"
      suppressHydrationWarning
      dangerouslySetInnerHTML={import.meta.env.SSR ? trustedMarkup(drawn[name]!) : NOTHING}
    />
  );
}

/** The global function of the head's inline script that presses what was tapped before the script of the page started. */
export const RELEASE_EARLY_TAPS = 'releaseEarlyTaps';

/** To call once React listens: it hydrates what is pressed at once. */
export const releaseEarlyTaps = () =>
  (globalThis as { [RELEASE_EARLY_TAPS]?: () => void })[RELEASE_EARLY_TAPS]?.();

/** On a button that is disabled without JavaScript. The head's inline script enables it, and keeps its taps. */
export const NEEDS_SCRIPT = 'data-needs-script';

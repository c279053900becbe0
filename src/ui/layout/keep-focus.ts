/** Moves a focus that was lost with its button to the page's content, once the result is drawn and dialogs close. */
export function keepFocus(): void {
  // The first frame draws the result, the second one follows the closing of dialogs.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement !== null && activeElement !== body) return;
      document.getElementById('main')?.focus({ preventScroll: true });
    }),
  );
}

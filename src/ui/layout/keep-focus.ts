/**
 * Keeps the focus in the page after an action whose button disappears with it. Once the result is
 * drawn and dialogs are closed, it moves to the content of the page, a conversation's messages for example.
 */
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

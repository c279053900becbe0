/** The part of Trusted Types that the DOM library's types lack. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string },
  ): {
    createHTML(text: string): string;
  };
};

/**
 * Browsers with Trusted Types refuse any other text as markup, so that text of users never becomes markup by
 * mistake. The Content-Security-Policy lists this name, and each name once.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('bookswap-markup', {
  createHTML: (text) => text,
});

/** Wraps markup for `dangerouslySetInnerHTML`. Our code has drawn it, without text of users. */
export const trustedMarkup = (markup: string): { __html: string } => ({
  __html: policy?.createHTML(markup) ?? markup,
});

/** The part of Trusted Types that the DOM library's types lack. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string },
  ): {
    createHTML(text: string): string;
  };
};

/** Browsers with Trusted Types refuse other markup. The policy lists this name, and each name once. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('bookswap-markup', {
  createHTML: (text) => text,
});

/** Wraps markup for `dangerouslySetInnerHTML`. Our code has drawn it, without text of users. */
export const trustedMarkup = (markup: string): { __html: string } => ({
  __html: policy?.createHTML(markup) ?? markup,
});

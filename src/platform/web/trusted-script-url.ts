/** The part of Trusted Types that the DOM library's types lack. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
};

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('bookswap-worker', {
  createScriptURL: (own) => own,
});

/** Browsers with Trusted Types start no other workers. The policy lists this name, and each name once. */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? url;

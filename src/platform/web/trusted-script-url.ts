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

/**
 * Marks the URL of a worker's script: browsers with Trusted Types start no others. The Content-Security-Policy
 * lists the policy's name, and each name once.
 */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? url;

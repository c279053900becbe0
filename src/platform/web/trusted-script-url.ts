/** Of the DOM library's types this is missing. */
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
 * For the scripts of our workers: browsers with Trusted Types start no others. The Content-Security-Policy
 * lists the policy's name, and each name once.
 */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? url;

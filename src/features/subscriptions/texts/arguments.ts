/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'subscriptions.problem.ad-free-already-active': null;
    'subscriptions.problem.subscription-not-found-at-provider': null;
    'subscriptions.problem.subscription-not-running': null;
  }
}

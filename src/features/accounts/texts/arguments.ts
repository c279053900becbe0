/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'accounts.language.automatic': { language: string };
    'accounts.language.not-changed': null;
    'accounts.language.title': null;
  }
}

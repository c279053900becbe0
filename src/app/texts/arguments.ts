/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'app.manifest.add-listing': null;
    'app.manifest.description': null;
    'app.manifest.messages': null;
  }
}

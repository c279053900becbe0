/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'blocks.problem.cannot-block-self': null;
    'blocks.problem.too-many-blocks': null;
  }
}

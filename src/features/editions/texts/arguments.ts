/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'editions.help.failed': null;
    'editions.help.looking': null;
    'editions.notes.filled': null;
    'editions.notes.own': null;
    'editions.notes.show': null;
    'editions.notes.undo': null;
    'editions.notes.unknown': null;
    'editions.problem.edition-not-found': null;
    'editions.scanner.hint': null;
    'editions.scanner.none': null;
    'editions.scanner.other': null;
    'editions.scanner.title': null;
    'editions.scanner.type': null;
    'editions.strip.title': null;
  }
}

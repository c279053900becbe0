/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'administration.field.textbooks.required': null;
    'administration.field.textbooks.too-many': { max: number };
    'administration.mail.removed.advice': { url: string };
    'administration.mail.removed.subject': null;
    'administration.mail.removed.text': { title: string };
    'administration.problem.cannot-delete-admin': null;
  }
}

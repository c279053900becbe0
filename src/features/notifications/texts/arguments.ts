/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'notifications.field.endpoint.invalid': { field: string };
    'notifications.field.endpoint.misleading': { field: string };
    'notifications.field.key.invalid': { field: string; bytes: string };
    'notifications.field.token.invalid': { field: string };
    'notifications.problem.invalid-push-subscription': null;
  }
}

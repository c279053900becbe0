/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'notifications.field.endpoint.invalid': { field: string };
    'notifications.field.endpoint.misleading': { field: string };
    'notifications.field.key.invalid': { field: string; bytes: string };
    'notifications.field.token.invalid': { field: string };
    'notifications.mail.stop': null;
    'notifications.problem.invalid-push-subscription': null;
    'notifications.unsubscribe.ended': null;
    'notifications.unsubscribe.ended-text': null;
    'notifications.unsubscribe.home': null;
    'notifications.unsubscribe.invalid': null;
    'notifications.unsubscribe.invalid-text': null;
    'notifications.unsubscribe.question': null;
    'notifications.unsubscribe.question-text': null;
    'notifications.unsubscribe.stop': null;
  }
}

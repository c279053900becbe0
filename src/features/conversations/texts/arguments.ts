/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'conversations.field.message': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'conversations.problem.book-unavailable': null;
    'conversations.problem.cannot-message-own-book': null;
    'conversations.problem.conversation-not-found': null;
    'conversations.problem.message-id-taken': null;
    'conversations.problem.message-not-found': null;
    'conversations.problem.recipient-blocked-by-you': null;
    'conversations.problem.user-mismatch.seller': null;
  }
}

/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'notices.field.name': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'notices.field.reason': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'notices.problem.foreign-address': null;
    'notices.problem.notice-not-found': null;
    'notices.problem.notifier-required': null;
  }
}

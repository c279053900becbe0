/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'moderation.approved.text': null;
    'moderation.approved.title': null;
    'moderation.field.appeal': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'moderation.field.note': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'moderation.problem.appeal-decided': null;
    'moderation.problem.appeal-expired': null;
    'moderation.problem.appeal-not-found': null;
    'moderation.problem.cannot-lift-measure': null;
    'moderation.problem.cannot-measure-staff': null;
    'moderation.problem.case-closed': null;
    'moderation.problem.case-not-found': null;
    'moderation.problem.case-taken': null;
    'moderation.problem.decision-appealed': null;
    'moderation.problem.decision-not-found': null;
    'moderation.problem.invalid-measure': null;
    'moderation.problem.measure-not-found': null;
    'moderation.problem.own-case': null;
  }
}

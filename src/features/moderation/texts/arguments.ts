/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'moderation.decision.by-person': null;
    'moderation.decision.by-program': null;
    'moderation.decision.led-by-both': { reports: number; notices: number };
    'moderation.decision.led-by-notices': { notices: number };
    'moderation.decision.led-by-reports': { reports: number };
    'moderation.decision.led-by-team': null;
    'moderation.decision.lifted-delete': null;
    'moderation.decision.lifted-listing': null;
    'moderation.decision.lifted-pause': null;
    'moderation.decision.lifted-warn': null;
    'moderation.decision.meaning-ban': null;
    'moderation.decision.meaning-delete': null;
    'moderation.decision.meaning-hide': null;
    'moderation.decision.meaning-pause': null;
    'moderation.decision.meaning-remove': null;
    'moderation.decision.meaning-warn': null;
    'moderation.decision.name-delete': null;
    'moderation.decision.name-hide': null;
    'moderation.decision.name-pause': null;
    'moderation.decision.name-remove': null;
    'moderation.decision.name-warn': null;
    'moderation.decision.reason-fake-account': null;
    'moderation.decision.reason-harassment': null;
    'moderation.decision.reason-illegal-content': null;
    'moderation.decision.reason-other': null;
    'moderation.decision.reason-prohibited-item': null;
    'moderation.decision.reason-scam': null;
    'moderation.decision.reason-spam': null;
    'moderation.decision.reversed-delete': null;
    'moderation.decision.reversed-listing': null;
    'moderation.decision.reversed-pause': null;
    'moderation.decision.reversed-warn': null;
    'moderation.decision.rule-fake-account': null;
    'moderation.decision.rule-harassment': null;
    'moderation.decision.rule-illegal-content': null;
    'moderation.decision.rule-other': null;
    'moderation.decision.rule-prohibited-item': null;
    'moderation.decision.rule-scam': null;
    'moderation.decision.rule-spam': null;
    'moderation.decision.title-delete': null;
    'moderation.decision.title-hide': null;
    'moderation.decision.title-pause': null;
    'moderation.decision.title-remove': null;
    'moderation.decision.title-warn': null;
    'moderation.decision.upheld': null;
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

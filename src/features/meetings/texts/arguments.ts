/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'meetings.calendar.meet': { name: string };
    'meetings.calendar.meet-student': null;
    'meetings.calendar.summary': { title: string };
    'meetings.field.hint': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'meetings.field.name': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'meetings.field.place': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'meetings.field.place.not-one': null;
    'meetings.field.time.invalid': null;
    'meetings.problem.invalid-meeting-time': { days: number };
    'meetings.problem.meeting-ended': null;
    'meetings.problem.meeting-not-accepted': null;
    'meetings.problem.meeting-not-found': null;
    'meetings.problem.meeting-planned': null;
    'meetings.problem.not-reserved': null;
    'meetings.problem.place-exists': null;
    'meetings.problem.place-not-found': null;
    'meetings.problem.places-changed': null;
    'meetings.problem.too-many-meetings': { max: number };
    'meetings.problem.too-many-places': { max: number };
  }
}

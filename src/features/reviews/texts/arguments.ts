/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'reviews.field.reply': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'reviews.field.review': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'reviews.field.stars.required': { max: number };
    'reviews.problem.confirmed-sale-not-found': null;
    'reviews.problem.email-not-verified': null;
    'reviews.problem.participant-left': null;
    'reviews.problem.review-not-found': null;
    'reviews.problem.review-period-ended': null;
    'reviews.problem.review-published': null;
    'reviews.problem.review-replied': null;
  }
}

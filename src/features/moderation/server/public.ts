export { addCaseEvent, addToCase, markCaseClosed } from './cases/add-to-case.ts';
export { endMeasures } from './measures/end-measures.ts';
export type { Moderation } from './mount-decisions.ts';
export { caseChanged, type CaseOutcome, type ComplaintSource } from './case-hooks.ts';

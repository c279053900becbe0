export { addCaseEvent, addToCase, markCaseClosed } from './cases/add-to-case.ts';
export { caseChanged, type CaseOutcome, type ComplaintSource, type ReportedSale } from './case-hooks.ts';
export { endMeasures } from './measures/end-measures.ts';
export type { Moderation } from './mount-decisions.ts';

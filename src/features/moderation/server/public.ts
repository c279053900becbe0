export { addCaseEvent, addToCase, markCaseClosed } from './cases/add-to-case.ts';
export { caseChanged, type CaseOutcome, type ComplaintSource } from './case-hooks.ts';

export { addCaseEvent, addToCase, markCaseClosed } from './cases/add-to-case.ts';
export { caseChanged, type CaseOutcome, type ComplaintSource, type ReportedSale } from './case-hooks.ts';

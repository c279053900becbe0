export { waitingAppealSql } from './appeals/waiting-appeal-sql.ts';
export { addToCase, markCaseClosed } from './cases/add-to-case.ts';
export { caseChanged, type ComplaintSource, type ReportedSale } from './case-hooks.ts';
export type { Moderation } from './mount-decisions.ts';

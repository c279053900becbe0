export { spendMailboxUse } from './spend-mailbox-use.ts';
export {
  budgetParts,
  checkBudget,
  recordUsage,
  remainingBudget,
  spendBudget,
  spendPace,
  spendUse,
} from './spend-budget.ts';

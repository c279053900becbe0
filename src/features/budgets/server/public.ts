export { inheritUsage, saveUsageOfMailbox } from './usage-of-mailbox.ts';
export {
  budgetParts,
  checkBudget,
  recordUsage,
  remainingBudget,
  spendBudget,
  spendPace,
  spendUse,
} from './spend-budget.ts';

export { exportUsage, mountBudgets } from './mount.ts';
export { budgetParts, checkBudget, recordUsage, remainingBudget, spendBudget } from './spend-budget.ts';

/** The part of wanted entries in the first script. */
export { useUnseenAlerts } from './unseen-alerts.ts';

/** The tab of the dashboard; not part of the first script. */
export { CampusTab } from './campus-tab.tsx';

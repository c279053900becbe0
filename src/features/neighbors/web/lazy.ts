/** The section of the dashboard; not part of the first script. */
export { NeighborsSection } from './neighbors-section.tsx';

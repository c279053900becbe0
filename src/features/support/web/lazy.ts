/** The parts for the administrators' dashboard; not in the first script. */
export { SupportInbox } from './support-inbox.tsx';

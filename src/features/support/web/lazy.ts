/** What the administrators' dashboard is put together from; none of it in the first script. */
export { SupportInbox } from './support-inbox.tsx';

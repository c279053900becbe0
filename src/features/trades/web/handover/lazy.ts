export { HandoverLink } from './handover-link.tsx';

export { findWarning } from './find-warning.ts';

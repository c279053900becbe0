export { findWarning } from './find-warning.ts';
export { languagesWithoutWarnings } from './model/choose-model.ts';

export { editionText } from './works/edition-text.ts';

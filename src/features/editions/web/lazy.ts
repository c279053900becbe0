export { IsbnHelp } from './isbn-help.tsx';
export { IsbnNotes } from './isbn-notes.tsx';
export { IsbnScanner } from './isbn-scanner.tsx';

export { supportMessagesOfPeople } from './personal-data.ts';
export { mountSupport } from './routes.ts';

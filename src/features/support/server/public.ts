export { supportPersonalData } from './personal-data.ts';
export { mountSupport } from './mount.ts';
export { seedSupportMessage } from './seed-support-message.ts';

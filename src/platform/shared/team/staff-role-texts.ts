import type { StaffRole } from './staff-roles.ts';
import type { PlainTextId } from '../texts/t.ts';
/** The names of the roles, as badges and switches show them. */
export const staffRoleTexts: Record<StaffRole, PlainTextId> = {
  moderator: 'platform.role.moderator',
  'course-editor': 'platform.role.course-editor',
  admin: 'platform.role.admin',
};

import type { StaffRole } from '#platform/shared/team/staff-roles.ts';

/**
 * The roles that call every endpoint. In a conversation one participant is the owner and the other the
 * blocked user; `another` and the team never take part.
 */
export const roles = [
  'signedOut',
  'deleted',
  'another',
  'blocked',
  'moderator',
  'courseEditor',
  'admin',
  'owner',
] as const;
export type Role = (typeof roles)[number];

/** The members of the team with the roles that they have. */
export const teamRoles = {
  moderator: ['moderator'],
  courseEditor: ['course-editor'],
  admin: ['admin'],
} as const satisfies Partial<Record<Role, readonly StaffRole[]>>;

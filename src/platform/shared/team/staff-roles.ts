/** The roles of the team. `admin` includes all others. No I/O. */

export const staffRoles = ['moderator', 'course-editor', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The roles that an administrator grants; `admin` has a column of its row alone. */
export const grantedRoles = ['moderator', 'course-editor'] as const satisfies readonly StaffRole[];

export const hasRole = ({ roles }: { roles: readonly StaffRole[] }, role: StaffRole): boolean =>
  roles.includes('admin') || roles.includes(role);

export const isStaffRole = (auth: string): auth is StaffRole =>
  (staffRoles as readonly string[]).includes(auth);

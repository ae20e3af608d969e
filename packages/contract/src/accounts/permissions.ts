import { roles, type Role } from './users.labels';

/** The roles of each permission. Every route of the API and every screen of the panel declares one. */
export const permissions = {
  /** To come into the panel at all. */
  panel: ['ADMIN'],
  catalogue: ['ADMIN'],
  content: ['ADMIN'],
  users: ['ADMIN'],
  billing: ['ADMIN'],
  /** Courses and sessions of clients. */
  coaching: ['ADMIN'],
  statistics: ['ADMIN'],
  notifications: ['ADMIN'],
  /** Access to all data of everybody, in one file. */
  backups: ['ADMIN'],
  documentation: ['ADMIN'],
  /** Who did what, and what was deleted. */
  audit: ['ADMIN'],
  /** Access to one's own session, devices and notifications. */
  own: roles,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function hasPermission(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission];
  return allowed.includes(role);
}

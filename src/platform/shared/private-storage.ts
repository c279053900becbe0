/**
 * Every value that the browser stores under this prefix belongs to one user and is deleted at sign-out. Never
 * renamed: old values would stay.
 */
export const PRIVATE_STORAGE_PREFIX = 'bookswap:private:';

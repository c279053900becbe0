/** Values with this prefix belong to one user and are deleted at sign-out. Never renamed: old ones would stay. */
export const PRIVATE_STORAGE_PREFIX = 'bookswap:private:';

/** Whatever the browser stores under this prefix belongs to one user and is removed at sign-out. Never renamed: it would stay. */
export const PRIVATE_STORAGE_PREFIX = 'bookswap:private:';

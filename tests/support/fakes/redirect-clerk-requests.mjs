// Loaded before a server of the tests (NODE_OPTIONS): in its network Clerk's host is the stand-in at CLERK_STAND_IN.
const { CLERK_STAND_IN } = process.env;
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const { host, pathname } = new URL(String(input));
  return host.includes('clerk') ? fetch(new URL(pathname, CLERK_STAND_IN), init) : fetch(input, init);
};

// The health check of the container: whether the process in it responds. One argument without spaces runs it:
// Podman 4 splits what Compose passes to it at every space.
const response = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).catch(() => null);
process.exit(response?.ok ? 0 : 1);

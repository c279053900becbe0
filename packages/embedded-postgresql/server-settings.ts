import * as os from 'node:os';

const MEGABYTE = 1024 * 1024;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** The memory of this machine, or of the container, in bytes. */
export function availableMemory(): number {
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * The server's settings, for one application on a machine that has other work, too. They are passed on the
 * command line at each start, so a change here applies to existing clusters. `fsync`, `full_page_writes` and
 * `synchronous_commit` stay on, as PostgreSQL has them.
 */
export function serverSettings(socketDirectory: string, memoryBytes: number): Record<string, string> {
  const megabytes = (bytes: number) => `${Math.floor(bytes / MEGABYTE)}MB`;
  return {
    listen_addresses: '', // no TCP
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    port: '5432', // of the socket's name only
    max_connections: '100',
    shared_buffers: megabytes(clamp(memoryBytes / 64, 32 * MEGABYTE, 128 * MEGABYTE)),
    effective_cache_size: megabytes(clamp(memoryBytes / 2, 128 * MEGABYTE, 4096 * MEGABYTE)),
    maintenance_work_mem: '32MB',
    // Segments of the log are reused: creating one blocks every commit for tens of milliseconds.
    max_wal_size: '512MB',
    min_wal_size: '256MB',
    // /dev/shm is small or missing in many containers.
    shared_memory_type: 'mmap',
    dynamic_shared_memory_type: 'mmap',
    // Reads rarely leave memory, so three I/O workers would be three idle processes.
    io_method: 'sync',
    // A parallel query takes the core that the application runs on.
    max_parallel_workers_per_gather: '0',
    max_worker_processes: '4',
    autovacuum_max_workers: '1',
    max_logical_replication_workers: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // Statements may hold personal data.
    log_min_error_statement: 'panic',
  };
}

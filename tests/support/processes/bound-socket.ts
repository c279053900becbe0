import { expect } from 'vitest';

type TcpHandle = { readonly fd: number; bind(address: string, port: number): number; close(): void };
type TcpWrap = { TCP: new (type: number) => TcpHandle; constants: { SERVER: number } };

/**
 * A socket on this port that its holder never accepts connections of, as systemd holds one for a service.
 * Node offers no other way: its servers accept as soon as they listen.
 */
export function bindSocket(port: number): TcpHandle {
  const { binding } = process as unknown as { binding: (name: string) => TcpWrap };
  const { TCP, constants } = binding('tcp_wrap');
  const handle = new TCP(constants.SERVER);
  expect(handle.bind('127.0.0.1', port)).toBe(0);
  return handle;
}

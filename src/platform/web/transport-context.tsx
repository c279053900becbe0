import { createContext, useContext, type ReactNode } from 'react';
import type { Transport } from '../shared/define-endpoints.ts';

const TransportContext = createContext<Transport | null>(null);

/** Hands in what carries calls: HTTP in the browser, the server's own calls while it renders. */
export function TransportProvider({ transport, children }: { transport: Transport; children: ReactNode }) {
  return <TransportContext value={transport}>{children}</TransportContext>;
}

export function useTransport(): Transport {
  const transport = useContext(TransportContext);
  if (transport === null) throw new Error('There is no TransportProvider around this component');
  return transport;
}

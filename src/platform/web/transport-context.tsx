import { createContext, useContext, type ReactNode } from 'react';
import type { Transport } from '../shared/define-endpoints.ts';

const TransportContext = createContext<Transport | null>(null);

export function TransportProvider({ transport, children }: { transport: Transport; children: ReactNode }) {
  return <TransportContext value={transport}>{children}</TransportContext>;
}

export function useTransport(): Transport {
  const transport = useContext(TransportContext);
  if (transport === null) throw new Error('TransportProvider is missing around this component');
  return transport;
}

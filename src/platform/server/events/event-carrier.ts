/** Carries texts of ASCII between processes, each at most once, those of one sender in their order. */
export type EventCarrier = {
  /** Rejects if the text may not have been sent. */
  send(text: string): Promise<unknown>;
  /** Rejects while texts of others do not arrive. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** What a carrier reports. Texts of the sender itself may come back, and anyone's who reaches its server. */
export type CarrierListener = {
  onText(text: string): void;
  /** Called when texts from other processes may be lost from now on. It may be called repeatedly. */
  onInterrupted(): void;
  onListening(): void;
  onSendable(): void;
};

/** Opens even if it cannot connect yet: then `onListening` follows later. */
export type OpenCarrier = (listener: CarrierListener) => Promise<EventCarrier>;

/** Logs only the first error of an outage. */
export function createOutageLog(warn: (error: Error) => void): {
  failed: (error: Error) => void;
  recovered: () => void;
} {
  let isQuiet = false;
  return {
    failed(error) {
      if (!isQuiet) warn(error);
      isQuiet = true;
    },
    recovered() {
      isQuiet = false;
    },
  };
}

/** What the receiver's process is told at its start. */
export interface ReceiverOrder {
  readonly certificate: string;
  readonly key: string;
  /** One line for every request whose body came whole, written before it is answered. */
  readonly logFile: string;
  readonly answerAfterMs: number;
  /** Where it answers for the names of its endpoints too, on port 53. */
  readonly nameServer?: string;
}

/** What an endpoint can turn into. */
export const faults = ['hang', 'drip', 'reset', 'stall TLS', 'black-hole DNS'] as const;
export type Fault = (typeof faults)[number];

/** Endpoints by their name, from now on; those not named are well. */
export interface FaultOrder {
  readonly faulty: readonly (readonly [name: string, fault: Fault])[];
}

export type ReceiverWord =
  | { readonly port: number }
  /** How often each fault was met since the receiver began. */
  | { readonly met: Readonly<Record<Fault, number>> };

import type { LookupFunction } from 'node:net';
import type { Reading } from './reading.ts';

export interface ClusterClientOptions {
  readonly userAgent: string;
  /** Resolves the server's name; an error with code EADDRREFUSED says that its address is not one to connect to. */
  readonly lookup?: LookupFunction;
  /** Why this host is not connected to; undefined when it may be. */
  readonly whyNotHost?: (host: string) => string | undefined;
  /** For name, TCP and TLS together; 3,000 unless told. */
  readonly connectTimeoutMs?: number;
  /** 2,000 unless told. */
  readonly pingEveryMs?: number;
  /** How long the connection may be silent after a ping; 4,000 unless told. */
  readonly pingTimeoutMs?: number;
  /** To the end of an answer, of a watch to its beginning; 30,000 unless told. */
  readonly requestTimeoutMs?: number;
  /** What is held of answers while they are read; shared where several clusters may only take so much together. */
  readonly reading?: Reading;
  /** Stands around every call that changes something; reviews of access and dry runs change nothing. */
  readonly observeWrite?: ObserveWrite;
}

/** Named without the object: `PATCH nodes`, `APPLY deployments`, `POST pods/eviction`. The kit's `effect` is one. */
export type ObserveWrite = <T>(name: () => string, work: () => Promise<T>) => Promise<T>;

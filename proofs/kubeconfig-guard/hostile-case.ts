/** Something that must not become a watched cluster. */
export interface HostileCase {
  readonly name: string;
  /** Of `POST /api/v1/clusters`, its name apart. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What it is refused with: one of these in the details of a 422, or as the reason for which it is never Ready. */
  readonly codes: readonly string[];
  /** When it can be known: from the text, or only once the server is called. */
  readonly known: 'at once' | 'on connecting';
}

type Case = Omit<HostileCase, 'known'>;

export const atOnce = (name: string, body: Case['body'], ...codes: string[]): HostileCase => ({
  name,
  body,
  codes,
  known: 'at once',
});

export const onConnecting = (name: string, body: Case['body'], ...codes: string[]): HostileCase => ({
  name,
  body,
  codes,
  known: 'on connecting',
});

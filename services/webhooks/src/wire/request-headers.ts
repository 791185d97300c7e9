/** What a delivery tells besides its body; the receiver's documentation names each. */
export interface HeaderFacts {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempt: number;
  readonly isTest?: boolean;
}

/** Names and values in turn, as they are sent and as they are shown. */
export function requestHeaders(letter: HeaderFacts, signature: string): string[] {
  const headers = [
    'Content-Type',
    'application/json',
    'User-Agent',
    'Wheelhouse-Webhooks/1',
    'Service-Signature',
    signature,
    'Service-Event-Id',
    letter.eventId,
    'Service-Event-Type',
    letter.eventType,
    'Service-Delivery-Id',
    letter.deliveryId,
    'Service-Attempt',
    String(letter.attempt),
  ];
  if (letter.isTest === true) headers.push('Service-Test', 'true');
  return headers;
}

import type { DeliveryFailure } from '@wheelhouse/contracts';
import type { Attempt } from './attempt.ts';

/** Why an attempt failed, for the people who look after the subscriber: what happened, and what to do next. */
export interface FailureWords {
  readonly message: string;
  readonly remedy: string;
}

type Failed = Pick<Attempt, 'status' | 'detail' | 'retry_after'>;

interface Words {
  readonly message: (failed: Failed) => string;
  readonly remedy: string;
}

const said =
  (text: string) =>
  ({ detail }: Failed): string =>
    detail === null ? `${text}.` : `${text}: ${detail}.`;

const answered =
  (text: string) =>
  ({ status }: Failed): string =>
    `The server responded with ${status ?? 'an unknown status'}${text}`;

const words: Readonly<Record<DeliveryFailure, Words>> = {
  dns_failed: {
    message: said('The host name in the URL could not be resolved'),
    remedy:
      'Look up the name in public DNS (`dig NAME A`, `dig NAME AAAA`) and fix the record, or change the URL of this webhook.',
  },
  address_refused: {
    message: said('The URL points to an address we do not connect to'),
    remedy:
      'Use public addresses for all A and AAAA records of the name. For a subscriber in a private network, ask the operator to add it to WEBHOOK_ALLOWED_PRIVATE_CIDRS.',
  },
  connection_refused: {
    message: said('The server refused the connection'),
    remedy:
      'Check that the server is running and listening on the port in the URL, and that its firewall allows the connection.',
  },
  connection_failed: {
    message: said('The connection to the server could not be established'),
    remedy: 'Check that the address in DNS is correct and can be reached from the internet on the port in the URL.',
  },
  tls_failed: {
    message: said('A secure connection to the server could not be established'),
    remedy:
      'Check the certificate with `openssl s_client -connect HOST:443 -servername HOST`: it must be currently valid, match the host name, and come with its intermediate certificates. For a private certificate authority, ask the operator to add it to WEBHOOK_EXTRA_CA_FILE.',
  },
  timed_out: {
    message: said('The server did not respond within 10 seconds'),
    remedy:
      'Respond with a 2xx as soon as the delivery is stored, and process it afterwards. Check that no firewall drops the packets.',
  },
  connection_lost: {
    message: said('The connection was closed before the server responded'),
    remedy:
      'Check the logs of the server, and of any proxy in front of it, for a crash or a limit at the time of this attempt.',
  },
  not_http: {
    message: said('The response of the server is not HTTP'),
    remedy:
      'Check that the port in the URL is that of the web server, and that nothing in front of it alters its responses.',
  },
  redirected: {
    message: answered(', a redirect. Redirects are never followed.'),
    remedy: 'Set the URL of this webhook to the target of the redirect, with https and the exact path.',
  },
  gone: {
    message: answered(', which means that the endpoint no longer exists. The webhook was disabled.'),
    remedy:
      'If that was a mistake, make the server respond with a 2xx, enable the webhook, and redeliver the held deliveries. Otherwise delete the webhook.',
  },
  too_many_requests: {
    message: ({ retry_after }) =>
      `The server responded with 429: it received too many requests${retry_after === null ? '' : `, and asked for a pause of ${retry_after} seconds`}.`,
    remedy: "Set rate_limit_per_second of this webhook to what the server can handle, or raise the server's limit.",
  },
  client_error: {
    message: answered(': it did not accept this request.'),
    remedy:
      'Read the body of the response. 401 and 403 often mean that the signature is checked with an old secret, or against a body that was already parsed; 404 and 405 that the path is wrong.',
  },
  server_error: {
    message: answered(': it failed while handling this request.'),
    remedy: "Read the body of the response and the server's log at the time of this attempt, then redeliver.",
  },
};

export function failureWords(failure: DeliveryFailure, failed: Failed): FailureWords {
  const { message, remedy } = words[failure];
  return { message: message(failed), remedy };
}

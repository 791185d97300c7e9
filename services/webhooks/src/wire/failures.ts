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
    `The server answered ${status ?? 'with a status'}${text}`;

const words: Readonly<Record<DeliveryFailure, Words>> = {
  dns_failed: {
    message: said('The name in the URL could not be resolved'),
    remedy:
      'Look the name up in public DNS (`dig NAME A`, `dig NAME AAAA`) and mend the record, or change the URL of this webhook.',
  },
  address_refused: {
    message: said('The URL leads to an address we do not connect to'),
    remedy:
      'Use an address that is public, for every A and AAAA record of the name. For a subscriber inside a private network, ask the operator to add it to WEBHOOK_ALLOWED_PRIVATE_CIDRS.',
  },
  connection_refused: {
    message: said('The server refused the connection'),
    remedy: 'Check that the server runs, listens on the port of the URL, and that its firewall lets us in.',
  },
  connection_failed: {
    message: said('No connection to the server came about'),
    remedy:
      'Check that the address in DNS is the right one and can be reached from the internet on the port of the URL.',
  },
  tls_failed: {
    message: said('No secure connection to the server came about'),
    remedy:
      'Check the certificate with `openssl s_client -connect HOST:443 -servername HOST`: it must be valid today, name the host, and come with its intermediate certificates. For an authority of your own, ask the operator to add it to WEBHOOK_EXTRA_CA_FILE.',
  },
  timed_out: {
    message: said('The server did not answer within 10 seconds'),
    remedy:
      'Answer with a 2xx as soon as the delivery is stored, and do the work afterwards. Check that no firewall drops the packets.',
  },
  connection_lost: {
    message: said('The connection was closed before the server answered'),
    remedy:
      'Look in the log of the server, and of a proxy before it, for a crash or a limit at the time of this attempt.',
  },
  not_http: {
    message: said('What the server answered is not HTTP'),
    remedy: 'Check that the port of the URL is that of the web server, and that nothing before it changes its answers.',
  },
  redirected: {
    message: answered(', a redirect. Redirects are never followed.'),
    remedy: 'Set the URL of this webhook to where the redirect leads, with https and the exact path.',
  },
  gone: {
    message: answered(', which says that nobody is there any more. The webhook was disabled.'),
    remedy:
      'If that was a mistake, let the server answer with a 2xx, enable the webhook, and redeliver what was held. Otherwise delete the webhook.',
  },
  too_many_requests: {
    message: ({ retry_after }) =>
      `The server answered 429: more came than it takes${retry_after === null ? '' : `, and it asked for ${retry_after} seconds of rest`}.`,
    remedy: 'Set rate_limit_per_second of this webhook to what the server can take, or raise its limit.',
  },
  client_error: {
    message: answered(': it does not accept this request.'),
    remedy:
      'Read the body of its answer. 401 and 403 often mean that the signature is checked with an old secret, or over a body that was parsed first; 404 and 405 that the path is another.',
  },
  server_error: {
    message: answered(': it failed while handling this request.'),
    remedy: 'Read the body of its answer and the log of the server at the time of this attempt, then redeliver.',
  },
};

export function failureWords(failure: DeliveryFailure, failed: Failed): FailureWords {
  const { message, remedy } = words[failure];
  return { message: message(failed), remedy };
}

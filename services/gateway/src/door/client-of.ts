import type { IncomingMessage } from 'node:http';
import { BodyTooLarge, gather } from '../proxy/body.ts';
import type { RequestHeaders } from './request-headers.ts';

/** More is no request for a token. */
const largestForm = 16 * 1024;
const longestName = 200;

/**
 * Which client asks for a token: by HTTP Basic or by the form, whose body is therefore read here. It is only
 * counted; whether it is true, auth finds out.
 */
export function clientOf(
  request: IncomingMessage,
  headers: RequestHeaders,
  done: (client: string, body: Buffer | BodyTooLarge | null) => void,
): void {
  if (!headers.hasBody) {
    done(basicClient(headers.authorization) ?? '', null);
    return;
  }
  gather(request, largestForm, (body) => {
    const whole = Buffer.isBuffer(body) ? body : new BodyTooLarge();
    const inForm = whole instanceof BodyTooLarge ? null : new URLSearchParams(whole.toString()).get('client_id');
    done((basicClient(headers.authorization) ?? inForm ?? '').slice(0, longestName), whole);
  });
}

function basicClient(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString().split(':')[0];
}

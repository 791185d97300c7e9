import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type AddressGuard, AddressRefused } from '@wheelhouse/kit';
import type { CustomFetch } from 'openid-client';

const largestAnswer = 256 * 1024;

/**
 * `fetch` for addresses that a tenant's admin or a provider's own metadata names: only to where the
 * guard allows, no redirects, answers bounded. Its time limit is in the signal openid-client hands it.
 */
export function guardedFetch(guard: AddressGuard): CustomFetch {
  return (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      const why = guard.whyNotHost(url.hostname);
      if (why !== undefined) {
        reject(new AddressRefused(why));
        return;
      }
      const open = url.protocol === 'https:' ? secureRequest : plainRequest;
      // A connection of its own: none that somebody else opened past the guard is taken over.
      const options = { method, headers, agent: false, lookup: guard.lookup, ...(signal && { signal }) };
      const request = open(url, options, (incoming) => {
        answerFrom(incoming).then(resolve, reject);
      });
      request.on('error', reject);
      request.end(textOf(body));
    });
}

/** openid-client sends forms and nothing else. */
function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null || typeof body === 'string') return body ?? undefined;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a request to an identity provider has a body of an unknown type');
}

async function answerFrom(incoming: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > largestAnswer) throw new Error(`the response is longer than ${largestAnswer} bytes`);
    parts.push(part);
  }
  const { statusCode: status = 0 } = incoming;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const bodiless = [204, 205, 304].includes(status);
  return new Response(bodiless ? null : Buffer.concat(parts), { status, headers });
}

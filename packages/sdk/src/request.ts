import { answerOf, foreignAnswer } from './answer.ts';
import { type AnyOptions, callOf } from './call.ts';
import type { Answer, Method, Page } from './operations.ts';
import { send, textOf, type Transport } from './transport.ts';

/** One call and its whole answer. */
export async function request(transport: Transport, method: Method, path: string, options: AnyOptions = {}) {
  const call = callOf(transport, method, path, options);
  return send(transport, call, async (opened): Promise<Answer<unknown>> => {
    const { status, headers } = opened.response;
    return answerOf({ status, headers, text: await textOf(opened) }, call.asked);
  });
}

export async function pageAt(transport: Transport, path: string, options: AnyOptions): Promise<Page<unknown>> {
  const answer = await request(transport, 'GET', path, options);
  if (isPage(answer.data)) return answer.data;
  const asked = { method: 'GET', path, idempotencyKey: undefined } as const;
  throw foreignAnswer(answer.status, answer.headers, asked, 'something that is not a page of a list');
}

function isPage(data: unknown): data is Page<unknown> {
  return (
    typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data) && 'next_cursor' in data
  );
}

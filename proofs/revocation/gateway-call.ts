import { randomBytes } from 'node:crypto';

/** The headers by which a caller is known to a gateway, and those that a browser of ours adds. */
export type Shown = Readonly<Record<string, string>>;

/** An address of its own for each: who is refused is counted by address. */
const someAddress = (): Shown => ({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });

export function byToken(token: string): Shown {
  return { ...someAddress(), authorization: `Bearer ${token}` };
}

export function byCookie(secret: string): Shown {
  return {
    ...someAddress(),
    cookie: `wh_session=${secret}`,
    origin: 'http://127.0.0.1:8080',
    'x-wheelhouse-csrf': 'proof',
  };
}

const notes = '/api/example/api/v1/notes';

export const streamOf = (note: string): string => `${notes}/${note}/stream`;

/** Needs the scope `deploy`. */
export function changeNote(gateway: string, shown: Shown, note: string, title = 'changed'): Promise<number> {
  return ask(`${gateway}${notes}/${note}`, {
    method: 'PATCH',
    headers: { ...shown, 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  });
}

/** Needs the scope `read`. */
export function readNote(gateway: string, { authorization, cookie, ...rest }: Shown, note: string): Promise<number> {
  const credential = authorization === undefined ? { cookie: cookie ?? '' } : { authorization };
  return ask(`${gateway}${notes}/${note}`, {
    headers: { ...credential, 'x-forwarded-for': rest['x-forwarded-for'] ?? '' },
  });
}

async function ask(url: string, init: RequestInit): Promise<number> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
}

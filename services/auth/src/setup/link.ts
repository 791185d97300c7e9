import type { Clock, Database, MakeId } from '@wheelhouse/kit';
import { issueSecret } from '../secrets/format.ts';
import { lockSetup, replaceLink } from './store.ts';

/** The link of a first start: whoever opens it first becomes the owner. No password is ever shipped. */
export interface SetupLink {
  readonly url: string;
  /** Until the page is there, and for those without a browser. */
  readonly curl: string;
  readonly expiresAt: Date;
}

const liveMs = 60 * 60_000;

export interface LinkMaker {
  readonly database: Database;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly externalUrl: string;
}

export async function makeSetupLink(
  { database, clock, makeId, externalUrl }: LinkMaker,
  tenantId?: string,
): Promise<SetupLink> {
  const { secret, hash } = issueSecret('link');
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + liveMs);
  await database.system(async (db) => {
    await lockSetup(db);
    await replaceLink(db, { id: makeId(), hash, tenantId, now, expiresAt });
  });
  return { ...wordsOf(externalUrl, secret, tenantId !== undefined), expiresAt };
}

function wordsOf(externalUrl: string, secret: string, hasTenant: boolean): Pick<SetupLink, 'url' | 'curl'> {
  const base = externalUrl.replace(/\/$/, '');
  const body = {
    token: secret,
    email: 'you@example.com',
    name: 'Your Name',
    password: 'a long one of your own',
    ...(hasTenant ? {} : { tenant: { slug: 'main', name: 'Your company' } }),
  };
  return {
    // In the fragment, which no server and no log ever sees.
    url: `${base}/setup#${secret}`,
    curl: `curl -X POST ${base}/api/auth/api/v1/setup -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
  };
}

export function linkText({ url, curl, expiresAt }: SetupLink): string {
  return [
    '',
    `Wheelhouse is waiting for its owner. Open this link once, before ${expiresAt.toISOString()}:`,
    '',
    `  ${url}`,
    '',
    'or, without a browser:',
    '',
    `  ${curl}`,
    '',
    'For a new link: wheelhouse admin setup-link',
    '',
    '',
  ].join('\n');
}

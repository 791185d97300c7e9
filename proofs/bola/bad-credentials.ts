import { randomBytes, randomUUID } from 'node:crypto';
import { type Access, isIngestPurpose, type Scope, scopeFor, scopes } from '@wheelhouse/contracts';
import { accessSecrets, callersAudience, signAccessToken, systemClock, type TokenClaims } from '@wheelhouse/kit';
import { eventually, testSecret } from '@wheelhouse/testkit';
import { issueSecret } from '../../services/auth/src/secrets/format.ts';
import { typoOf } from '../../services/auth/test/credentials.ts';
import { owner } from '../installation/people.ts';
import type { Shown } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import type { Column } from './columns.ts';
import { ingestToken, newSession, newToken, type Person, personOf, serviceToken, well } from './person.ts';

/** Something that must not open the door, and what is said instead. */
export interface BadCredential {
  readonly column: Column;
  readonly name: string;
  readonly shown: Shown;
  readonly status: 401 | 403;
  readonly code: string;
  /** The scope that must be named. */
  readonly scope?: Scope;
}

/** Everything that does not open a route of such an access. */
export type BadCredentials = (access: Access, person: Person) => Promise<readonly BadCredential[]>;

/** Of the very user for whom it opens; or, since making them is most of the work, of one user for all routes of an access. */
export function badCredentialsIn(installation: Installation, isShared: boolean): BadCredentials {
  if (!isShared) return (access, person) => make(installation, access, person);
  const known = new Map<Access, ReturnType<BadCredentials>>();
  const ofOne = async (access: Access) =>
    make(installation, access, await personOf(installation, (await owner(installation)).who));
  return (access) => {
    const made = known.get(access) ?? ofOne(access);
    known.set(access, made);
    return made;
  };
}

async function make(installation: Installation, access: Access, person: Person): Promise<readonly BadCredential[]> {
  if (access === 'public') return [];
  const [unfit, narrow, ended, outlived] = await Promise.all([
    unfitFor(installation, access, person),
    narrowFor(installation, access, person),
    endedOf(installation, person),
    outlivedOf(installation, person),
  ]);
  const none = {
    column: 'none',
    name: 'no credential',
    shown: undefined,
    status: 401,
    code: 'unauthenticated',
  } as const;
  return [unfit, narrow, ...outlived, ...ended, ...(await forgeries(person)), none];
}

/** A good credential that is not for this route. */
async function unfitFor(installation: Installation, access: Access, person: Person): Promise<BadCredential> {
  const refused = { column: 'scope', status: 403 } as const;
  const scope = scopeFor(access);
  if (scope !== undefined) {
    const { token } = await newToken(
      installation,
      person.session,
      scopes.filter((one) => one !== scope),
    );
    return { ...refused, name: `a token without ${scope}`, shown: token, code: 'insufficient_scope', scope };
  }
  if (access === 'session') return { ...refused, name: 'a token', shown: person.token, code: 'forbidden' };
  const shown = await serviceToken(installation, person.token);
  return { ...refused, name: "a service account's token", shown, code: 'forbidden' };
}

/** Of a sender of alerts, which opens one thing; where this is that thing, one made for another. */
async function narrowFor(installation: Installation, access: Access, person: Person): Promise<BadCredential> {
  const { token, id } = await ingestToken(installation, person.token);
  if (isIngestPurpose(access))
    await installation.db.tenant(person.tenantId, (db) =>
      db.query(`UPDATE auth.credentials SET purpose = 'proof' WHERE tenant_id = kit.tenant() AND id = $1`, [id]),
    );
  const scope = scopeFor(access);
  const code = scope === undefined ? 'forbidden' : 'insufficient_scope';
  return { column: 'scope', name: 'an ingest token', shown: token, status: 403, code, ...(scope && { scope }) };
}

/** Used, so that the gateway knows them, and then ended by their holder. */
async function endedOf(installation: Installation, person: Person): Promise<readonly BadCredential[]> {
  const { token, id } = await newToken(installation, person.session);
  const { session } = await newSession(installation, person.tenantId, person.userId);
  const look = { module: 'auth', method: 'GET', path: '/api/v1/me' };
  for (const shown of [token, session]) await well(installation.ask(shown, look));
  await well(installation.ask(person.session, { module: 'auth', method: 'DELETE', path: `/api/v1/tokens/${id}` }));
  await well(installation.ask(session, { module: 'auth', method: 'DELETE', path: '/api/v1/session' }));
  await eventually(async () => {
    for (const shown of [token, session])
      if ((await installation.ask(shown, look)).status !== 401) throw new Error('what was ended still opens the door');
  });
  const refused = { column: 'revoked', status: 401 } as const;
  return [
    { ...refused, name: 'a revoked token', shown: token, code: 'token_revoked' },
    { ...refused, name: 'a session that was signed out of', shown: session, code: 'unauthenticated' },
  ];
}

/** Never used before their end, which is moved: nobody waits for it. */
async function outlivedOf(installation: Installation, person: Person): Promise<readonly BadCredential[]> {
  const { tenantId, userId } = person;
  const { token, id } = await newToken(installation, person.session);
  const { session, id: sessionId } = await newSession(installation, tenantId, userId);
  await installation.db.tenant(tenantId, async (db) => {
    for (const [table, row] of [
      ['credentials', id],
      ['sessions', sessionId],
    ] as const)
      await db.query(
        `UPDATE auth.${table} SET expires_at = now() - interval '1 second' WHERE tenant_id = kit.tenant() AND id = $1`,
        [row],
      );
  });
  const service = await signed({ ...claimsFor(person), kind: 'service' }, { seconds: -1 });
  const refused = { column: 'expired', status: 401, code: 'token_expired' } as const;
  return [
    { ...refused, name: 'an expired token', shown: token },
    { ...refused, name: 'a session past its end', shown: session },
    { ...refused, name: 'an expired access token', shown: service },
  ];
}

async function forgeries(person: Person): Promise<readonly BadCredential[]> {
  const claims = claimsFor(person);
  const refused = { column: 'forged', status: 401, code: 'unauthenticated' } as const;
  const bearer = (secret: string): Shown => ({ bearer: secret });
  const real = person.token !== undefined && 'bearer' in person.token ? person.token.bearer : '';
  const made: Readonly<Record<string, Shown>> = {
    'an access token signed by another': await signed(
      { ...claims, kind: 'service' },
      { secret: randomBytes(32).toString('hex') },
    ),
    'an access token signed by nobody': bearer(unsigned({ ...claims, kind: 'service' })),
    'a personal token never issued': bearer(issueSecret('personal').secret),
    'a session never begun': { cookie: issueSecret('session').secret },
    'a reporting token never issued': bearer(issueSecret('reporting').secret),
    'an ingest token never issued': bearer(issueSecret('ingest').secret),
    'a client secret in place of a token': bearer(issueSecret('service').secret),
    'a token with a typo': bearer(typoOf(real)),
    "the installation's own token of a user": await signed({ ...claims, kind: 'user' }),
    "the installation's own token of a session": await signed({ ...claims, kind: 'session' }),
    "the installation's own token of a pipeline": await signed({ ...claims, kind: 'pipeline' }),
    "the installation's own token of a sender": await signed({ ...claims, kind: 'ingest', purpose: 'signals' }),
    "the installation's own token of a module": await signed({ ...claims, kind: 'module' }),
    "the installation's own token of a module, for the gateway": await signed(
      { ...claims, kind: 'module' },
      { audience: 'gateway' },
    ),
  };
  return Object.entries(made).map(([name, shown]) => ({ ...refused, name, shown }));
}

/** Newer than any revocation: what is wrong with a token made of them is its kind or its signature alone. */
const claimsFor = ({ tenantId, userId }: Person) => ({
  sub: userId,
  tenant: tenantId,
  cid: randomUUID(),
  scopes,
  rev: Number.MAX_SAFE_INTEGER,
});

interface Signing {
  readonly secret?: string;
  readonly audience?: string;
  readonly seconds?: number;
}

export async function signed(claims: TokenClaims, signing: Signing = {}): Promise<Shown> {
  // Good until the last operation was asked: what is refused is refused for another reason.
  const { secret = testSecret, audience = callersAudience, seconds = 3_600 } = signing;
  return {
    bearer: await signAccessToken(claims, { secrets: accessSecrets(secret), audience, seconds, clock: systemClock }),
  };
}

function unsigned({ sub, ...claims }: TokenClaims): string {
  const exp = Math.floor(systemClock.now().getTime() / 1000) + 60;
  const payload = { ...claims, sub, iss: 'wheelhouse', aud: callersAudience, iat: exp - 60, exp };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

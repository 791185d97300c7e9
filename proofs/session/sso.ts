import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { Browser } from '../../services/auth/test/sso/browser.ts';
import type { Lie } from '../../services/auth/test/sso/hostile-provider.ts';
import { redirectUri, type SsoHouse, type SsoTenant, startSsoHouse } from '../../services/auth/test/sso/house.ts';
import type { CaseResult, SessionCase } from './case.ts';

/** Single sign-on: an installation of its own, beside an honest provider and one that lies. */

type Return = Awaited<ReturnType<SsoHouse['comeBack']>>;
type Claims = Readonly<Record<string, unknown>>;

const cameIn = ({ to, session }: Return) => session !== undefined || !to.startsWith('/login?error=');

type Part = (house: SsoHouse, quick: boolean) => Promise<CaseResult>;

function verdict(refusal: string, honest: string, attacks: readonly Return[], own: readonly Return[]): CaseResult {
  const through = attacks.filter(cameIn).length;
  return {
    claims: { [refusal]: through === 0, [honest]: own.every(({ to, session }) => to === '/' && session !== undefined) },
    tried: attacks.length,
    through,
  };
}

async function connected(house: SsoHouse, issuer = house.honest.issuer): Promise<SsoTenant> {
  const tenant = await house.tenant();
  await house.connect(tenant.owner, { issuer, default_role_id: tenant.roles.viewer });
  return tenant;
}

function person({ honest }: SsoHouse, { domain }: SsoTenant, claims: Claims = {}): string {
  const subject = randomUUID();
  honest.people.set(subject, { email: `${subject}@${domain}`, email_verified: true, ...claims });
  return subject;
}

async function goThere(house: SsoHouse, tenant: SsoTenant, browser: Browser): Promise<URL> {
  const there = await house.begin(browser, tenant);
  return browser.follow(there.href, redirectUri, house.honest.signsIn(person(house, tenant)));
}

const browsers: Part = async (house, quick) => {
  const tenant = await connected(house);
  const attacks: Return[] = [];
  const own: Return[] = [];
  const rounds = quick ? 2 : 20;
  for (let round = 0; round < rounds; round += 1) {
    const [victim, attacker] = [new Browser(), new Browser()];
    // Planted in a browser that began nothing, then in one that began a sign-in of its own.
    attacks.push(await house.comeBack(victim, await goThere(house, tenant, attacker)));
    const ownWay = await goThere(house, tenant, victim);
    attacks.push(await house.comeBack(victim, await goThere(house, tenant, attacker)));
    const again = await goThere(house, tenant, victim);
    own.push(await house.comeBack(victim, again));
    attacks.push(await house.comeBack(victim, again), await house.comeBack(victim, ownWay));
    // Another's code with one's own state, and a used code with a fresh one.
    const stolen = await goThere(house, tenant, attacker);
    for (const code of [stolen, again].map((url) => url.searchParams.get('code') ?? '')) {
      const fresh = await house.begin(victim, tenant);
      const mixed = new URLSearchParams({ code, state: fresh.searchParams.get('state') ?? '' });
      attacks.push(await house.comeBack(victim, new URL(`${redirectUri}?${String(mixed)}`)));
    }
    const late = await goThere(house, tenant, victim);
    house.clock.advance(10 * 60_000);
    attacks.push(await house.comeBack(victim, late));
  }
  return verdict(
    'no sign-in ends in another browser, twice, or late',
    'the browser that began one ends it',
    attacks,
    own,
  );
};

const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const hourAgo = () => Math.floor(Date.now() / 1000) - 3_600;
const lies: readonly (() => Lie)[] = [
  () => ({ claims: { nonce: 'another' } }),
  () => ({ claims: { nonce: undefined } }),
  () => ({ claims: { iss: 'https://login.example.com' } }),
  () => ({ claims: { aud: 'another-client' } }),
  () => ({ claims: { aud: ['wheelhouse', 'another'], azp: 'another' } }),
  () => ({ claims: { exp: hourAgo() } }),
  () => ({ claims: { exp: undefined } }),
  () => ({ header: { alg: 'none' }, unsigned: true }),
  () => ({ unsigned: true }),
  () => ({ header: { alg: 'HS256' } }),
  () => ({ header: { kid: 'unknown' } }),
  () => ({ key: otherKey }),
  () => ({ claims: { email_verified: false } }),
  () => ({ claims: { email: 'anna@elsewhere.test' } }),
];

const tokens: Part = async (house) => {
  const tenant = await connected(house, house.hostile.issuer);
  const say = async (lie: Lie, query: Readonly<Record<string, string>> = {}): Promise<Return> => {
    const browser = new Browser();
    const { searchParams } = await house.begin(browser, tenant);
    const sub = randomUUID();
    const truth = { sub, email: `${sub}@${tenant.domain}`, email_verified: true, nonce: searchParams.get('nonce') };
    house.hostile.next = { ...lie, claims: { ...truth, ...lie.claims } };
    const answer = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '', ...query });
    return house.comeBack(browser, new URL(`${redirectUri}?${String(answer)}`));
  };
  const attacks: Return[] = [await say({}, { iss: house.honest.issuer })];
  const own: Return[] = [];
  for (const lie of lies) {
    attacks.push(await say(lie()));
    own.push(await say({}));
  }
  return verdict('no false ID token is believed', 'true ones of the same provider are', attacks, own);
};

const people: Part = async (house) => {
  const [tenant, other] = [await connected(house), await connected(house)];
  const attacks: Return[] = [];
  const attack = async (subject: string) => attacks.push(await house.signIn(tenant, subject));
  await attack(person(house, tenant, { email_verified: false }));
  await attack(person(house, tenant, { email_verified: undefined }));
  await attack(person(house, tenant, { email: `anna@deep.${tenant.domain}` }));
  await attack(person(house, other));
  const linked = person(house, tenant);
  const own = [await house.signIn(tenant, linked)];
  // The address of one who has it already, under another subject.
  await attack(person(house, tenant, { email: `${linked}@${tenant.domain}` }));
  // An admin's own provider names the owner.
  const owner = person(house, tenant, {});
  await tenant.user('owner', `${owner}@${tenant.domain}`);
  const admin = await house.sessionOf(tenant, (await tenant.user('admin')).id, 'admin');
  await house.connect(admin, { default_role_id: tenant.roles.viewer });
  await attack(owner);
  await house.connect(tenant.owner, { default_role_id: tenant.roles.viewer });
  own.push(await house.signIn(tenant, owner));
  return verdict('nobody comes in as whom they are not', 'people of the domain come in', attacks, own);
};

const inside = [
  'https://127.0.0.2',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://0x7f000002',
  'https://10.0.0.1',
  'https://169.254.169.254',
  'https://[fd00:ec2::254]',
  'https://100.100.100.200',
  'https://168.63.129.16',
  'https://192.168.0.1',
  'https://172.16.0.1',
  'https://0.0.0.0',
  'https://[64:ff9b::a00:1]',
  'https://[fe80::1]',
];

const addresses: Part = async (house) => {
  const tenant = await house.tenant();
  const answers = [];
  for (const issuer of inside) answers.push(await house.connect(tenant.owner, { issuer }));
  const refused = answers.filter(
    ({ status, body }) => status === 422 && String(body.error?.message).includes('is not a public address'),
  );
  const honest = await house.connect(tenant.owner, {});
  return {
    claims: {
      'no address inside is asked for its metadata': refused.length === inside.length,
      'an allowed provider is': honest.status === 200,
    },
    tried: inside.length,
    through: inside.length - refused.length,
  };
};

const parts: readonly Part[] = [browsers, tokens, people, addresses];

/** One installation for all of them: to start one takes longer than to attack it. */
export const sso: SessionCase = {
  name: 'sso',
  run: async ({ quick }) => {
    const house = await startSsoHouse();
    const results: CaseResult[] = [];
    try {
      for (const part of parts) results.push(await part(house, quick));
    } finally {
      await house.stop();
    }
    const sum = (of: 'tried' | 'through') => results.reduce((total, result) => total + result[of], 0);
    return {
      claims: Object.assign({}, ...results.map(({ claims }) => claims)) as CaseResult['claims'],
      tried: sum('tried'),
      through: sum('through'),
    };
  },
};

export const ssoCases: readonly SessionCase[] = [sso];

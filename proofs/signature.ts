import { randomInt } from 'node:crypto';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { signatureHeader } from '../services/webhooks/src/wire/signature.ts';
import { deliverAll } from './signature/deliveries.ts';
import { kindCount, mutated } from './signature/mutations.ts';
import { acceptedByOpenssl } from './signature/openssl.ts';
import { overlapFaults } from './signature/overlap.ts';
import { type Accepts, accepts, careless, type Given } from './signature/receiver.ts';
import { judgeVectors } from './signature/vectors.ts';

/** So many of the deliveries are shown to openssl too: each is a process of its own. */
const shownToOpenssl = 50;
const tolerance = 300;

interface Aged extends Given {
  readonly isStale: boolean;
}

/** Well signed, at some other time: up to the tolerance it is believed, beyond it never. */
function aged(deliveries: readonly Given[]): readonly Aged[] {
  return deliveries.map(({ body, secret, now }, index) => {
    const isStale = index % 2 === 0;
    const by = isStale ? tolerance + 1 + randomInt(10 ** (1 + randomInt(7))) : randomInt(tolerance + 1);
    const time = index % 4 < 2 ? now - by : now + by;
    return { body, secret, now, isStale, header: signatureHeader([secret], time, body.toString()) };
  });
}

async function refusedByOpenssl(deliveries: readonly Given[]): Promise<number> {
  let refused = 0;
  for (const { body, ...rest } of deliveries)
    if (!(await acceptedByOpenssl({ ...rest, body: body.toString() }))) refused += 1;
  return refused;
}

async function run({ say, quick }: ProofContext): Promise<Verdict> {
  const vectors = await judgeVectors();
  for (const fault of vectors.faults) say(fault);
  const { arrived, refused } = await deliverAll(quick ? 1_000 : 10_000);
  const byOpenssl = await refusedByOpenssl(arrived.slice(0, shownToOpenssl));
  say(
    `${vectors.count} vectors; ${arrived.length} deliveries arrived, ${refused} refused, ${byOpenssl} of ${shownToOpenssl} by openssl`,
  );
  const changed = mutated(arrived);
  const idle = changed.filter(({ kind }) => kind.endsWith('nothing')).length;
  const believed = changed.filter(accepts);
  for (const { kind } of believed.slice(0, 20)) say(`believed: ${kind}`);
  const times = aged(arrived);
  const wrong = times.filter((each) => accepts(each) === each.isStale).length;
  const overlap = overlapFaults();
  for (const fault of overlap) say(fault);
  const seen = (receiver: Accepts) =>
    arrived.every(receiver) && (changed.some(receiver) || times.some((each) => each.isStale && receiver(each)));
  const missed = Object.entries(careless).flatMap(([name, receiver]) => (seen(receiver) ? [] : [name]));
  let both: readonly string[] = [];
  const kept = overlapFaults((secrets) => {
    if (secrets.length > both.length) both = secrets;
    return both;
  });
  const stale = times.filter(({ isStale }) => isStale).length;
  return verdictOf(
    {
      'every vector is judged by openssl and by the SDK as it says': vectors.faults.length === 0,
      'every delivery arrived and was believed': refused === 0 && arrived.length === (quick ? 1_000 : 10_000),
      'openssl believes what it was shown of them': byOpenssl === 0,
      'every changed one was refused': believed.length === 0 && idle === 0,
      'every stale one was refused, and none within 300 s': wrong === 0,
      [`both secrets fit in the overlap, the old one not after (${overlap.join(', ')})`]: overlap.length === 0,
      [`careless receivers are found out (${missed.join(', ')})`]: missed.length === 0,
      'an old secret that goes on signing is found out': kept.length > 0,
    },
    `${vectors.count} vectors as openssl and the SDK judge them; ${arrived.length} deliveries over HTTPS, refused ${refused}; ${changed.length} changed in ${kindCount} ways, believed ${believed.length}; ${stale} stale, believed or fresh and refused ${wrong}; both secrets in the overlap, the old one not after; careless receivers found ${Object.keys(careless).length - missed.length} of ${Object.keys(careless).length}`,
  );
}

export const proof: Proof = {
  promise:
    'Whoever receives a webhook can tell that it is ours, whole and fresh: what we send is believed, and anything else is not.',
  method:
    'the published vectors judged by openssl and by the SDK; events of every type sent over HTTPS by the sender the workers use to a receiver with the SDK; the same with one thing changed in the body, header or secret; well signed ones at other times; a rotated secret before and after the end of its overlap, as the worker and the test route sign; receivers with one thing wrong',
  bar: 'vectors as they say; 10,000 deliveries believed, 10,000 changed ones refused; beyond 300 s refused, up to it believed; old and new secret in the overlap, the old one not after; careless receivers found out',
  run,
};

import { leaksIn } from '../audit/needles.ts';
import { judgeRequests, publishedOperations, requestsControl } from './requests.ts';
import type { PartContext, Shown } from './stage.ts';

/** What is judged once all is done: everything the pages asked for, and what the server wrote about it. */
export async function judgeAll({ world, say }: Pick<PartContext, 'world' | 'say'>): Promise<Shown> {
  const { ledger, secrets, origin } = world;
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
  const policy = page.headers.get('content-security-policy') ?? '';
  await world.halt();
  const operations = publishedOperations();
  const { calls, files, used, unknown } = judgeRequests(ledger.requests, operations);
  const [log, addresses] = [world.output(), ledger.requests.map(({ url }) => url).join('\n')];
  const known = secrets.all();
  const leaks = [...leaksIn('log', log, known), ...leaksIn('addresses asked for', addresses, known)];
  const [planted = ''] = known;
  const faults = {
    unknown,
    refused: ledger.refused,
    foreign: ledger.foreign,
    violations: ledger.violations,
    complaints: ledger.complaints,
    leaks: leaks.map(({ place, form, begins, context }) => `${begins}… in ${place}, ${form}, after "${context}"`),
  };
  for (const [kind, found] of Object.entries(faults)) for (const words of new Set(found)) say(`${kind}: ${words}`);
  return {
    claims: {
      'every request is one of the published API': unknown.length === 0 && calls > 0,
      'no request is refused that was not meant to be': faults.refused.length === 0,
      'nothing is asked of anybody else': faults.foreign.length === 0,
      'the policy is strict, and nothing breaks it':
        /default-src 'none'/.test(policy) && !policy.includes('unsafe-') && faults.violations.length === 0,
      'no page tells of an error': faults.complaints.length === 0,
      'no secret stands in the log or in an address': leaks.length === 0 && known.length > 0 && log.length > 1_000,
      'an unpublished request and a secret in the log are found':
        requestsControl(operations) && leaksIn('control', `${log}${planted}`, [planted]).length > 0,
    },
    figure: `${ledger.requests.length} requests (${calls} calls of ${used.size} published operations, ${files} of files): unknown ${unknown.length}, refused ${faults.refused.length}, to others ${faults.foreign.length}; CSP broken ${faults.violations.length} times; ${known.length} secrets, found ${leaks.length}`,
  };
}

import { randomBytes } from 'node:crypto';
import { bodyOf, type Told } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import type { Findings } from './cells.ts';
import type { Call, Operation } from './operation.ts';
import { brief, difference } from './sameness.ts';
import { askAs, type Scene } from './side.ts';

/** The bytes of a cursor: an id and its signature. */
const cursorBytes = 32;

/** A stranger's list shows nothing of the owner's, and nobody goes on where another stopped reading. */
export async function cursorStory(
  installation: Installation,
  operation: Operation,
  { side, strangers }: Scene,
  findings: Findings,
): Promise<void> {
  const first = await askAs(installation, operation, side, paged(side.call));
  const { next_cursor: cursor, data: shown } = bodyOf(first);
  if (typeof cursor !== 'string') throw new Error(`the owner's list has no second page: ${brief(first)}`);
  const never = randomBytes(cursorBytes).toString('base64url');
  const owners = Array.isArray(shown) ? shown.map(({ id }: { id: string }) => id) : [];
  for (const stranger of strangers) {
    const theirs = await askAs(installation, operation, stranger, stranger.call ?? side.call);
    if (owners.some((id) => theirs.text.includes(id)))
      findings.case('cursor', `the list of ${stranger.name} shows the owner's: ${brief(theirs)}`);
    for (const call of [side.call, stranger.call]) {
      if (call === undefined) continue;
      const told = await askAs(installation, operation, stranger, paged(call, cursor));
      const absent = await askAs(installation, operation, stranger, paged(call, never));
      const fault = refused(told) ?? difference(told, absent, [[cursor], [never]]);
      findings.case('cursor', fault && `${stranger.name}: ${fault}`);
    }
  }
  const own = await askAs(installation, operation, side, paged(side.call, cursor));
  const { data } = bodyOf(own);
  if (own.status !== 200 || !Array.isArray(data) || data.length === 0)
    findings.void(['cursor'], `the owner's own cursor does not lead on: ${brief(own)}`);
}

function paged(call: Call, cursor?: string): Call {
  return { ...call, query: { ...call.query, limit: '1', ...(cursor === undefined ? {} : { cursor }) } };
}

function refused(told: Told): string | undefined {
  return told.status >= 400 && told.status < 500 ? undefined : `not refused: ${brief(told)}`;
}

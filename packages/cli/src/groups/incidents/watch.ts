import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import type { Run } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { untilStopped } from '../../until-stopped.ts';
import { type Entry, type Incident, incidentPath, incidents, isLive, statusStyle } from './incident.ts';
import { peopleNames } from './people.ts';
import { endText, headLines } from './tell-incident.ts';
import { timelineLines } from './tell-timeline.ts';
import { momentText } from './times.ts';
import { watchAll } from './watch-all.ts';

/** As often as streams do: whoever watches wants to see it through a restart of the server. */
const retries = 10;

export const run: Run = async ({ args, out, connect }) => {
  const client = await connect({ fetch: noticing(out), retries });
  if (args.length === 0) return watchAll(out, client);
  await watchOne(out, client, await incidents.find(client, args));
};

/** Its timeline as it grows, until it is over. */
async function watchOne(out: Output, client: Client, begun: Incident): Promise<void> {
  const nameOf = await peopleNames(client);
  let incident = begun;
  if (!out.isJson) for (const line of headLines(out, begun, { nameOf })) out.line(line);
  await untilStopped(async (signal) => {
    for await (const { data } of client.stream(`${incidentPath}/stream`, { params: { id: begun.id }, signal })) {
      if (!isChange(data)) continue;
      incident = data.incident;
      if (out.isJson) out.jsonLine(data);
      else
        for (const line of timelineLines(out, data.entries, { by: 'last_at', time: momentText(out), nameOf }))
          out.line(line);
      if (!isLive(incident)) break;
    }
  });
  tellEnd(out, incident);
}

interface Change {
  readonly incident: Incident;
  readonly entries: readonly Entry[];
}

/** Streams have no published type: the server is taken at its word, as it is for every other answer. */
function isChange(data: unknown): data is Change {
  return typeof data === 'object' && data !== null && 'incident' in data && 'entries' in data;
}

function tellEnd(out: Output, incident: Incident): void {
  const { number, status } = incident;
  if (isLive(incident))
    throw new Failure('stillRunning', `#${number} is ${status}`, `wheelhouse incidents watch ${number}`);
  if (!out.isJson) out.line(`#${number} is ${out.paint(statusStyle(incident), plain(endText(incident)))}`);
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@wheelhouse/sdk';
import { everything, largestPage } from '../../declare/pages.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { untilStopped } from '../../until-stopped.ts';
import { stillThere } from '../../waiting.ts';
import { clusterNames } from '../clusters/cluster.ts';
import { changesOf } from './changes.ts';
import { incidentColumns } from './columns.ts';
import { type Incident, incidentPath, incidentsPath, liveStatuses, severityStyle } from './incident.ts';
import { peopleNames } from './people.ts';
import { momentText } from './times.ts';

/** There is a stream of each incident and none of all; this is a small part of a token's budget. */
const lookEveryMs = 2_000;

/** Those that are live, then a line for each that is new or another, until it is stopped. */
export async function watchAll(out: Output, client: Client): Promise<void> {
  const tell = await telling(out, client);
  await untilStopped(async (signal) => {
    let known = await live(client, signal);
    await tellAll(out, client, [...known.values()]);
    for (;;) {
      await wait(lookEveryMs, undefined, { signal });
      const now = await live(client, signal);
      const gone = [...known.keys()].filter((id) => !now.has(id));
      const ended = await Promise.all(gone.map((id) => stillThere(() => client.get(incidentPath, { params: { id } }))));
      const all = [...now.values(), ...ended.filter((one) => one !== undefined)].toSorted(
        (one, other) => one.number - other.number,
      );
      for (const incident of all) await tell(known.get(incident.id), incident);
      known = now;
    }
  });
}

async function live(client: Client, signal: AbortSignal): Promise<ReadonlyMap<string, Incident>> {
  const query = { status: liveStatuses, limit: largestPage };
  const { data } = await everything(client.list(incidentsPath, { query, signal }));
  return new Map(data.map((incident) => [incident.id, incident]));
}

async function tellAll(out: Output, client: Client, all: readonly Incident[]): Promise<void> {
  if (out.isJson) for (const incident of all) out.jsonLine(incident);
  else if (all.length === 0) out.note('no incident is live; waiting for one');
  else out.table(await incidentColumns(out, client), all);
}

type Tell = (before: Incident | undefined, incident: Incident) => Promise<void>;

async function telling(out: Output, client: Client): Promise<Tell> {
  let clusterName = await clusterNames(client);
  const nameOf = await peopleNames(client);
  const time = momentText(out);
  return async (before, incident) => {
    const { number, severity, status, title, cluster_id: clusterId, updated_at } = incident;
    const changes = before === undefined ? [status] : changesOf(before, incident, nameOf);
    if (changes.length === 0) return;
    if (out.isJson) return out.jsonLine(incident);
    // One that was connected since.
    if (clusterName(clusterId) === clusterId) clusterName = await clusterNames(client);
    const words = plain(`${changes.join(', ')}: ${title} (${clusterName(clusterId)})`);
    const which = `${out.paint('bold', `#${number}`)} ${out.paint(severityStyle(incident), severity)}`;
    out.line(`${out.paint('dim', time(updated_at))}  ${which}  ${words}`);
  };
}

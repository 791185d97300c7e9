import type { Pem } from '../../../../dev/engines/runtime/certificates.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { pagerdutyTakes } from './stand-in-pagerduty.ts';
import { slackTakes } from './stand-in-slack.ts';
import { teamsTakes } from './stand-in-teams.ts';
import type { Taken } from './taken.ts';

export const stands = { slack: slackTakes, teams: teamsTakes, pagerduty: pagerdutyTakes } as const;

export type Product = keyof typeof stands;

export interface StandIn extends Receiver {
  /** What it took, in order. */
  readonly taken: readonly Taken[];
  /** Until it is undefined again, this is answered in place of what it would say. */
  fails: number | undefined;
}

/** Stands in for Slack, Teams or PagerDuty: takes what they document that they take, refuses the rest, answers as they do. */
export async function startStandIn(product: Product, pem: Pem): Promise<StandIn> {
  const taken: Taken[] = [];
  const state: { fails: number | undefined } = { fails: undefined };
  const receiver = await startReceiver(pem, (response, request, count) => {
    if (state.fails !== undefined) {
      response.writeHead(state.fails).end('not now');
      return;
    }
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
    const what = stands[product](isJson ? (receiver.received[count - 1]?.body ?? '') : '');
    taken.push(what);
    response.writeHead(what.status).end(what.answer);
  });
  return {
    ...receiver,
    taken,
    get fails() {
      return state.fails;
    },
    set fails(status) {
      state.fails = status;
    },
  };
}

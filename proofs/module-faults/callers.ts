import { randomUUID } from 'node:crypto';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { faultyAnswers } from '../../services/gateway/test/faulty-answers.ts';
import { type FaultyCall, faultyCall, type Waits, wronglySent } from '../../services/gateway/test/faulty-calls.ts';
import type { FaultyModule } from '../../services/gateway/test/faulty-module.ts';

const atOnce = 70;

export interface Told {
  readonly calls: number;
  readonly wrong: readonly string[];
}

/** Calls every faulty route as often as told, GET and POST in turn, and looks at what each caller and the module saw. */
export async function callFaulty(
  faulty: FaultyModule,
  door: { readonly port: number; readonly token: string },
  times: number,
  waits: Waits,
): Promise<Told> {
  const calls = Array.from({ length: times }, () =>
    Object.keys(faultyAnswers).flatMap((fault) =>
      (['GET', 'POST'] as const).map((method): FaultyCall => ({ ...door, ...waits, fault, method, id: randomUUID() })),
    ),
  ).flat();
  const wrong: string[] = [];
  await inParallel(calls, atOnce, async (call) => {
    wrong.push(...(await faultyCall(call)), ...wronglySent(faulty.seen, call));
  });
  return { calls: calls.length, wrong };
}

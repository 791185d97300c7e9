import { randomUUID } from 'node:crypto';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { faultyAnswers } from '../../services/gateway/test/faulty-answers.ts';
import {
  type FaultyCall,
  faultyCall,
  type Waits,
  type Wrong,
  wronglySent,
} from '../../services/gateway/test/faulty-calls.ts';
import type { FaultyModule } from '../../services/gateway/test/faulty-module.ts';

const atOnce = 70;

export interface Told extends Wrong {
  readonly calls: number;
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
  const late: string[] = [];
  await inParallel(calls, atOnce, async (call) => {
    const found = await faultyCall(call);
    wrong.push(...found.wrong, ...wronglySent(faulty.seen, call));
    late.push(...found.late);
  });
  return { calls: calls.length, wrong, late };
}

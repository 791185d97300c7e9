import type { Attempt } from '../../api/webhooks.ts';

export type Timings = Attempt['timings'];

export interface Step {
  readonly name: string;
  readonly starts: number;
  readonly lasts: number;
}

/** A step that was not needed is left out: a connection that was open has no DNS, connect or TLS. */
export function stepsOf({ dns_ms, connect_ms, tls_ms, answered_ms, total_ms }: Timings): readonly Step[] {
  const steps: Step[] = [];
  let at = 0;
  const add = (name: string, lasts: number | null) => {
    if (lasts === null) return;
    steps.push({ name, starts: at, lasts });
    at += lasts;
  };
  add('DNS', dns_ms);
  add('Connect', connect_ms);
  add('TLS', tls_ms);
  if (answered_ms === null) add('No answer', at < total_ms ? total_ms - at : null);
  else {
    add('Wait', Math.max(0, answered_ms - at));
    add('Read', total_ms > at ? total_ms - at : null);
  }
  return steps;
}

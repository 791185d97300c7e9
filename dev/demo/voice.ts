/** What a program can follow; one JSON line each with --json-events. */
export type DemoEvent =
  | { readonly at: 'engines_ready' }
  | { readonly at: 'dashboard_ready'; readonly url: string; readonly api_reference: string }
  | { readonly at: 'setup_link'; readonly url: string; readonly expires_at: string }
  | { readonly at: 'already_set_up'; readonly login: string }
  | { readonly at: 'cluster_registered'; readonly cluster_id: string; readonly phase: string; readonly reason: string }
  | {
      readonly at: 'cluster_ready';
      readonly cluster_id: string;
      readonly healthScore: number;
      readonly readyNodes: number;
      readonly totalNodes: number;
      readonly issues: readonly string[];
      /** Since Kubernetes, its fleet and its workloads were up. */
      readonly seconds: number;
    }
  | { readonly at: 'cluster_failed'; readonly reason: string }
  | {
      readonly at: 'app_ready';
      readonly app_id: string;
      /** Its page. */
      readonly url: string;
      readonly phase: string;
      readonly revision: number;
      /** False where KWOK plays its pods. */
      readonly is_real: boolean;
    }
  | { readonly at: 'app_failed'; readonly reason: string }
  | { readonly at: 'stopped' };

export interface Voice {
  /** For people. */
  readonly say: (line: string) => void;
  /** For programs. */
  readonly tell: (event: DemoEvent) => void;
}

/** Standard output is for people or for programs, never both: with events, the words go to standard error. */
export function voiceOf(jsonEvents: boolean): Voice {
  return jsonEvents
    ? { say: (line) => console.error(line), tell: (event) => console.log(JSON.stringify(event)) }
    : { say: process.stdout.isTTY ? onTerminal(process.stdout) : (line) => console.log(line), tell: () => undefined };
}

const reminder = /^\S+: still /;
const lineUpAndClear = '\u001B[1A\u001B[2K';

/** A build reminds of itself every 15 seconds for minutes; on a terminal one line is enough for that. */
export function onTerminal(out: { readonly columns: number; write(text: string): unknown }): (line: string) => void {
  let wasReminder = false;
  return (line) => {
    const isReminder = reminder.test(line);
    const text = isReminder ? line.slice(0, Math.max(20, out.columns - 1)) : line;
    out.write(`${isReminder && wasReminder ? lineUpAndClear : ''}${text}\n`);
    wasReminder = isReminder;
  };
}

/** What the stream of logs tells; anything else it may come to tell is passed over. */
export type LogEvent =
  | { readonly kind: 'pods'; readonly pods: readonly string[] }
  | { readonly kind: 'lines'; readonly lines: readonly LogLine[] }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'ended'; readonly reason: string };

export interface LogLine {
  readonly pod: string;
  readonly at: string;
  readonly text: string;
}

type Data = Readonly<Record<string, unknown>>;

export function logEvent(event: string, given: unknown): LogEvent | undefined {
  const data = isMap(given) ? given : {};
  const pod = wordOf(data, 'pod');
  switch (event) {
    case 'snapshot':
      return { kind: 'pods', pods: mapsIn(data, 'pods').map((one) => wordOf(one, 'name')) };
    case 'lines':
      return { kind: 'lines', lines: mapsIn(data, 'lines').map(lineOf) };
    case 'pod_joined':
      return {
        kind: 'note',
        text: data['followed'] === false ? `${pod} joined; it is not shown, there are too many` : `${pod} joined`,
      };
    case 'pod_left':
      return { kind: 'note', text: `${pod} left: ${wordOf(data, 'reason').replaceAll('_', ' ')}` };
    case 'pod_silent':
      return { kind: 'note', text: `${pod} is silent: ${wordOf(data, 'reason').replaceAll('_', ' ')}` };
    case 'dropped':
      return { kind: 'note', text: droppedText(data) };
    case 'cluster_silent':
      return { kind: 'note', text: `the cluster has not responded since ${wordOf(data, 'since')}; still trying` };
    case 'ended':
      return { kind: 'ended', reason: wordOf(data, 'reason') };
    default:
      return undefined;
  }
}

function droppedText(data: Data): string {
  const count = data['count'] === 1 ? '1 line was' : `${JSON.stringify(data['count'])} lines were`;
  return `${count} left out since ${wordOf(data, 'since')}: more than 1,000 came in a second`;
}

function lineOf(data: Data): LogLine {
  return { pod: wordOf(data, 'pod'), at: wordOf(data, 'at'), text: wordOf(data, 'text') };
}

function mapsIn(data: Data, name: string): readonly Data[] {
  const list = data[name];
  return Array.isArray(list) ? list.filter(isMap) : [];
}

function wordOf(data: Data, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

function isMap(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

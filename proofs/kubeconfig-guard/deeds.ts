/** One thing that a process did to the world outside it. */
export interface Deed {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: 'program' | 'file' | 'connection';
  /** The program, the path, or `address:port`. */
  readonly what: string;
}

const call = /^(?:\d+ +)?(\d+\.\d+) (\w+)\((.*)$/s;
const quoted = /"((?:[^"\\]|\\.)*)"/;
/** Of name resolution: asking a resolver, and asking the kernel which of our addresses would be used. Nothing is sent to a cluster so. */
const withoutConnection = /^\d+<(UDP|NETLINK|UDPv6)/;

/** Reads a line of strace; undefined where it tells of nothing that counts. */
export function deedIn(line: string): Deed | undefined {
  const [, seconds = '', name = '', rest = ''] = call.exec(line) ?? [];
  const at = Number(seconds) * 1_000;
  switch (name) {
    case '':
      return undefined;
    case 'execve':
    case 'execveat':
      return { at, kind: 'program', what: quoted.exec(rest)?.[1] ?? rest };
    case 'fork':
    case 'vfork':
    case 'clone':
    case 'clone3':
      // A thread is no process.
      return rest.includes('CLONE_THREAD') ? undefined : { at, kind: 'program', what: name };
    case 'connect':
      return withoutConnection.test(rest) ? undefined : { at, kind: 'connection', what: addressIn(rest) };
    default:
      return fileIn(at, rest);
  }
}

/** Without a name it is about a file that is open already, and was named then. */
function fileIn(at: number, rest: string): Deed | undefined {
  const what = quoted.exec(rest)?.[1] ?? '';
  return what === '' ? undefined : { at, kind: 'file', what };
}

function addressIn(text: string): string {
  const port = /sin6?_port=htons\((\d+)\)/.exec(text)?.[1];
  const address = /inet_addr\("([^"]+)"\)/.exec(text)?.[1] ?? /inet_pton\(AF_INET6, "([^"]+)"/.exec(text)?.[1];
  if (port === undefined || address === undefined) return `unix:${quoted.exec(text)?.[1] ?? text}`;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

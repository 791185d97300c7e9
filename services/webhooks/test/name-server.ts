import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** The addresses of a name, maybe none of this family; or it does not exist, or the server fails, or it is silent. */
export type Answers = (name: string, family: 4 | 6) => readonly string[] | 'unknown' | 'failure' | 'silence';

export interface NameServer {
  /** With its port, as a resolver takes it. */
  readonly address: string;
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

const [typeA, typeAaaa] = [1, 28];
const codes = { failure: 2, unknown: 3 } as const;
const headerSize = 12;

/** A name server that says what a test wants, over UDP. */
export async function startNameServer(answers: Answers, host = '127.0.0.1', port = 0): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket(isIPv4(host) ? 'udp4' : 'udp6');
  socket.on('message', (query, from) => {
    const { name, type, end } = questionIn(query);
    asked.push(name);
    const found = type === typeA ? answers(name, 4) : type === typeAaaa ? answers(name, 6) : [];
    if (found === 'silence') return;
    const [code, addresses] = typeof found === 'string' ? [codes[found], []] : [0, found];
    socket.send(replyTo(query, end, type, code, addresses), from.port, from.address);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    address: `${isIPv4(host) ? host : `[${host}]`}:${socket.address().port}`,
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function questionIn(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = headerSize;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function replyTo(query: Buffer, end: number, type: number, code: number, found: readonly string[]): Buffer {
  const header = Buffer.alloc(headerSize);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 + code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  const records = found.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    // The name of the question, again.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(headerSize, end), ...records]);
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // As a URL writes it: no dots, at most one gap.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const groups = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split(':'));
  const [head, tail] = [groups(before), groups(after)];
  const all = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  const bytes = Buffer.alloc(16);
  for (const [index, group] of all.entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  return bytes;
}

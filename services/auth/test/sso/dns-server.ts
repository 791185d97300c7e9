import { createSocket } from 'node:dgram';

/** Answers TXT questions out of a map, and that there is no such name for the rest. */
export interface TestDns {
  readonly address: string;
  readonly records: Map<string, readonly string[]>;
  /** Names it fails to answer for. */
  readonly broken: Set<string>;
  readonly stop: () => Promise<void>;
}

export async function startDns(): Promise<TestDns> {
  const records = new Map<string, readonly string[]>();
  const broken = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, end } = nameIn(question);
    const values = records.get(name.toLowerCase()) ?? [];
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(broken.has(name.toLowerCase()) ? 0x81_82 : values.length > 0 ? 0x81_80 : 0x81_83, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    socket.send(
      Buffer.concat([header, question.subarray(12, end + 4), ...values.map(txtAnswer)]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    broken,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function nameIn(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function txtAnswer(value: string): Buffer {
  const text = Buffer.from(value);
  const fixed = Buffer.alloc(13);
  // Its name is the question's; TXT, IN, not to be remembered.
  fixed.writeUInt16BE(0xc0_0c, 0);
  fixed.writeUInt16BE(16, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt16BE(text.length + 1, 10);
  fixed.writeUInt8(text.length, 12);
  return Buffer.concat([fixed, text]);
}

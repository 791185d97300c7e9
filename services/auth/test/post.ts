import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that takes everything, or refuses at one step. */
export interface Post {
  /** For SMTP_URL. */
  readonly url: string;
  /** As they came, with their headers. */
  readonly mails: readonly string[];
  /** The command that it refuses for good. */
  refuses: 'MAIL' | 'RCPT' | undefined;
  /** It asks everybody to come back later. */
  isBusy: boolean;
  /** It takes a mail and hangs up without a word. */
  isMute: boolean;
  readonly close: () => Promise<void>;
}

export async function openPost(): Promise<Post> {
  const mails: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const opened: Post = {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    mails,
    refuses: undefined,
    isBusy: false,
    isMute: false,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  function answerTo(verb: string): string {
    if (opened.isBusy && verb === 'MAIL') return '451 come back later';
    if (opened.refuses === verb) return '550 no';
    return verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok';
  }

  function serve(socket: Socket): void {
    let text = '';
    let inMail = false;
    socket.write('220 post\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += String(chunk);
      for (;;) {
        const end = inMail ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (inMail ? 5 : 2));
        if (inMail) mails.push(part);
        const verb = inMail ? 'END' : (part.split(/[ :]/)[0] ?? '').toUpperCase();
        inMail = verb === 'DATA';
        if (opened.isMute && verb === 'END') {
          socket.destroy();
          return;
        }
        socket.write(`${answerTo(verb)}\r\n`);
      }
    });
  }
  return opened;
}

/** The text of a mail, whatever it was encoded as on the way. */
export function readMail(raw: string): {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
} {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())] as const;
      }),
  );
  const body = rest.join('\r\n\r\n');
  const encoding = headers['content-transfer-encoding'];
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body)
        : Buffer.from(body);
  return { headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}

function decodedWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quoted(word.replaceAll('_', ' ')).toString('utf8'),
    );
}

function quoted(text: string): Buffer {
  const plain = text.replaceAll('=\r\n', '');
  return Buffer.concat(
    plain
      .split(/(=[\dA-F]{2})/i)
      .map((part) => (/^=[\dA-F]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part))),
  );
}

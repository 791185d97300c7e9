import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, type Relay, startRelay } from '../src/index.ts';

let echo: Server;
let relay: Relay;
let open: Socket[];

beforeEach(async () => {
  open = [];
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  relay = await startRelay(`127.0.0.1:${(echo.address() as { readonly port: number }).port}`);
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await relay.close();
  echo.close();
  await once(echo, 'close');
});

function called() {
  const socket = connect(Number(relay.place.split(':')[1]), '127.0.0.1');
  let said = '';
  open.push(socket);
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { socket, said: () => said };
}

test('carries what is said, and counts who came', async () => {
  const one = called();
  one.socket.write('hello');
  await eventually(() => expect(one.said()).toBe('hello'));
  expect(relay.taken()).toBe(1);
});

test('holds everything back while it is frozen, from those who come later too, and carries it when it thaws', async () => {
  const before = called();
  before.socket.write('a');
  await eventually(() => expect(before.said()).toBe('a'));
  relay.freeze();
  const later = called();
  before.socket.write('b');
  later.socket.write('c');
  await eventually(() => expect(relay.taken()).toBe(2));
  expect([before.said(), later.said()]).toEqual(['a', '']);
  relay.thaw();
  await eventually(() => expect([before.said(), later.said()]).toEqual(['ab', 'c']));
});

test('ends connections when it is cut, frozen or not, and takes new ones', async () => {
  const one = called();
  await eventually(() => expect(relay.taken()).toBe(1));
  relay.freeze();
  const ended = once(one.socket, 'close');
  relay.cut();
  await ended;
  relay.thaw();
  const next = called();
  next.socket.write('again');
  await eventually(() => expect(next.said()).toBe('again'));
});

test('is not there while it is closed, and is at the same port again', async () => {
  const { place } = relay;
  await relay.close();
  await relay.close();
  const refused = called();
  await eventually(() => expect(refused.socket.closed).toBe(true));
  expect(relay.taken()).toBe(0);
  await relay.reopen();
  expect(relay.place).toBe(place);
  const one = called();
  one.socket.write('back');
  await eventually(() => expect(one.said()).toBe('back'));
});

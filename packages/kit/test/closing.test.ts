import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@wheelhouse/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { closesIdle } from '../src/http/closing.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function serve(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  const idle = closesIdle(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    dial: async () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      await once(socket, 'connect');
      return { ask: () => socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n'), text: () => text };
    },
    /** As a framework closes: told to begin, then closed. */
    close: async () => {
      const began = performance.now();
      idle.begin();
      await new Promise((resolve) => server.close(resolve));
      return performance.now() - began;
    },
  };
}

describe('a server that stops', () => {
  test('does not wait for a connection on which nothing was asked', async () => {
    const server = await serve((_, response) => response.end('answered'));
    await server.dial();
    await eventually(async () => expect(await server.connections()).toBe(1));
    expect(await server.close()).toBeLessThan(5_000);
  });

  test('finishes the answer under way, and does not wait for the next question', async () => {
    const asked = Promise.withResolvers<() => void>();
    const server = await serve((_, response) => {
      // Sent before the stop: the client was told that the connection lives on.
      response.writeHead(200, { 'content-length': '8', connection: 'keep-alive' }).flushHeaders();
      asked.resolve(() => response.end('answered'));
    });
    const client = await server.dial();
    client.ask();
    const finish = await asked.promise;
    const closed = server.close();
    setTimeout(finish, 1_000);
    expect(await closed).toBeLessThan(5_000);
    // What has left the server may not have come to the client yet.
    await eventually(() => expect(client.text()).toMatch(/\r\n\r\nanswered$/));
  });
});

import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/**
 * A plain HTTP proxy at a unix socket: docker's network has no way out of its own, and what a build fetches comes from
 * where this machine gets it. Docker keeps the proxy's address out of images and their history.
 */
export async function startProxy(path: string): Promise<() => void> {
  const server = createServer((incoming, answer) => {
    const outgoing = request(
      incoming.url ?? '',
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      },
    );
    outgoing.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    incoming.pipe(outgoing);
  });
  server.on('connect', (incoming, socket, head) => {
    const { hostname, port } = new URL(`tcp://${incoming.url}`);
    const outgoing = connect(Number(port || 443), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      outgoing.write(head);
      outgoing.pipe(socket).pipe(outgoing);
    });
    outgoing.on('error', () => socket.destroy());
    socket.on('error', () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

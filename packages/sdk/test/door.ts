import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Module } from '@wheelhouse/kit';
import { type GatewayHouse, someAddress, startGatewayHouse } from '../../../services/gateway/test/house.ts';

/** Where the SDK's tests knock: the gateway, with the modules behind it, at the end of a wire that can be watched and cut. */
export interface Door {
  readonly house: GatewayHouse;
  readonly baseUrl: string;
  /** Method and path of every request that came, in order. */
  readonly came: readonly string[];
  /** The next answer is lost on its way, after the gateway has given it. */
  readonly loseNextAnswer: () => void;
  /** Nobody comes through until what it answers is called. */
  readonly cut: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

export async function openDoor(
  environment: Readonly<Record<string, string>> = {},
  more: readonly Module[] = [],
): Promise<Door> {
  const house = await startGatewayHouse(environment, more);
  const { hostname: host, port } = new URL(house.base);
  const address = someAddress();
  const came: string[] = [];
  let losing = false;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path = '' } = incoming;
    came.push(`${method} ${path}`);
    const headers = { ...incoming.headers, 'x-forwarded-for': address };
    const asked = request({ host, port, method, headers, path }, (answer) => {
      if (losing) {
        losing = false;
        answer.resume().once('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    asked.once('error', () => outgoing.destroy());
    outgoing.once('close', () => asked.destroy());
    incoming.pipe(asked);
  }

  const wire = createServer(pass);
  const listen = (at: number) => new Promise<void>((resolve) => wire.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (wire.address() as AddressInfo).port;
  return {
    house,
    baseUrl: `http://127.0.0.1:${own}/api`,
    came,
    loseNextAnswer: () => {
      losing = true;
    },
    cut: async () => {
      const closed = new Promise((resolve) => wire.close(resolve));
      wire.closeAllConnections();
      await closed;
      return () => listen(own);
    },
    close: async () => {
      wire.closeAllConnections();
      await new Promise((resolve) => wire.close(resolve));
      await house.stop();
    },
  };
}

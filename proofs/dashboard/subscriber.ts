import { makeAuthority } from '../../services/webhooks/test/authority.ts';
import { startReceiver } from '../../services/webhooks/test/receiver.ts';

/** Somebody's server that webhooks are sent to, over HTTPS; it answers 204. */
export interface Subscriber {
  readonly url: string;
  /** What lets the server reach it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export async function startSubscriber(): Promise<Subscriber> {
  const authority = await makeAuthority();
  const receiver = await startReceiver(await authority.certificate('IP:127.0.0.1'), (response) =>
    response.writeHead(204).end(),
  );
  return {
    url: receiver.url,
    settings: { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', WEBHOOK_EXTRA_CA_FILE: authority.caFile },
    stop: async () => {
      await receiver.close();
      await authority.remove();
    },
  };
}

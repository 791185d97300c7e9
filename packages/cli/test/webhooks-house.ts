import { type Authority, makeAuthority } from '../../../services/webhooks/test/authority.ts';
import { type Receiver, startReceiver } from '../../../services/webhooks/test/receiver.ts';
import { webhooksModule } from '../../../services/webhooks/src/module.ts';
import { type CliHouse, openCliHouse } from './house.ts';

/** The house with webhooks that are really sent, and a receiver that answers what a test says. */
export interface WebhooksHouse extends CliHouse {
  readonly receiver: Receiver;
  /** The status it answers from now on. */
  readonly answer: (status: number) => void;
}

export async function openWebhooksHouse(): Promise<WebhooksHouse> {
  const authority: Authority = await makeAuthority();
  let status = 204;
  const receiver = await startReceiver(await authority.certificate('IP:127.0.0.1'), (response) =>
    response.writeHead(status).end(status === 204 ? undefined : 'the database is away'),
  );
  const cli = await openCliHouse(
    { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', WEBHOOK_EXTRA_CA_FILE: authority.caFile },
    [webhooksModule],
  );
  return {
    ...cli,
    receiver,
    answer: (wanted) => {
      status = wanted;
    },
    close: async () => {
      await cli.close();
      await receiver.close();
      await authority.remove();
    },
  };
}

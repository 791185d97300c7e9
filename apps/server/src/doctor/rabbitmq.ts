import { setTimeout as wait } from 'node:timers/promises';
import { type Log, openBroker } from '@wheelhouse/kit';
import { probeSeconds } from './bounded.ts';
import { type Finding, ok, type Verdict, wrong } from './verdict.ts';

/** The client tells its troubles as text only; the first that fits names the next step. */
const nextSteps: readonly (readonly [RegExp, string])[] = [
  [/ACCESS.REFUSED/, 'correct the user and password in RABBITMQ_URL, or: rabbitmqctl change_password USER PASSWORD'],
  [
    /ConnectionClose|NOT.ALLOWED|vhost/i,
    'create the vhost in RABBITMQ_URL and give the user access: rabbitmqctl add_vhost, rabbitmqctl set_permissions',
  ],
  [/ECONNREFUSED/, 'start RabbitMQ, or correct the host and port in RABBITMQ_URL'],
  [/ENOTFOUND|EAI_AGAIN/, 'correct the host name in RABBITMQ_URL'],
  [/as the protocol|Invalid URL/, 'write RABBITMQ_URL as amqp://USER:PASSWORD@HOST:PORT/VHOST'],
  [/ETIMEDOUT|EHOSTUNREACH/, 'allow connections to RabbitMQ (firewall, network policy), or correct RABBITMQ_URL'],
  [
    /abruptly|ECONNRESET/,
    'check that the port in RABBITMQ_URL is the AMQP port (5672, not the management port 15672), and whether it requires amqps://',
  ],
];

/** A real AMQP login, by the way every process takes. */
export async function askBroker(name: string, url: string, log: Log): Promise<readonly Finding[]> {
  return [{ name, verdict: await login(url, log) }];
}

async function login(url: string, log: Log): Promise<Verdict> {
  const deadline = performance.now() + probeSeconds * 1000;
  const broker = openBroker(url, 'wheelhouse doctor', log);
  const opening = broker.trouble();
  while (broker.trouble() === opening && performance.now() < deadline) await wait(20);
  const trouble = broker.trouble();
  // Not awaited: a connection that hangs would hang the doctor; the program ends with its last line.
  void broker.close();
  if (trouble === undefined) return ok(`at ${new URL(url).host}`);
  if (trouble === opening)
    return wrong(
      `no response within ${probeSeconds} seconds`,
      'check whether RabbitMQ at the address in RABBITMQ_URL is overloaded or unreachable (firewall, network policy)',
    );
  const step = nextSteps.find(([pattern]) => pattern.test(trouble))?.[1];
  return wrong(trouble, step ?? 'check the RabbitMQ log and RABBITMQ_URL');
}

import { describe, expect, test } from 'vitest';
import { type Answers, startNameServer } from '../name-server.ts';
import { startReceiver, startTcpTalker } from '../receiver.ts';
import { letter, secret, stage } from './stage.ts';

/** Where a name or a literal leads, and what of that is connected to. */
const { pem, sender, closing } = stage();
const to = (url: string) => ({ subscriptionId: 's', url, secrets: [secret] });
const hasty = { answerMs: 400, bodyMs: 200 };

const named = (answers: Answers) => closing(startNameServer(answers));

describe('a name', () => {
  test('is asked of the name servers, and its address is connected to under that name', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.end()));
    const names = await named((_name, family) => (family === 4 ? ['127.0.0.1'] : []));
    const sending = sender({ dnsServers: [names.address] });
    const attempt = await sending.send(to(`https://hooks.test:${receiver.port}/a`), letter());
    expect(attempt).toMatchObject({ failure: null, timings: { dns_ms: expect.any(Number) } });
    expect(receiver.received[0]?.headers.host).toBe(`hooks.test:${receiver.port}`);
    expect(names.asked).toEqual(['hooks.test', 'hooks.test']);
  });

  test('with several addresses is served by the one that answers', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.end()));
    const names = await named((_name, family) => (family === 4 ? ['127.0.0.9', '127.0.0.1'] : ['::1']));
    const attempt = await sender({ dnsServers: [names.address] }).send(
      to(`https://hooks.test:${receiver.port}/`),
      letter(),
    );
    expect(attempt.failure).toBeNull();
  });

  test.each([
    ['that does not exist', 'unknown', 'the name does not exist'],
    ['without an address', [], 'it has neither an A nor an AAAA record'],
    ['whose name servers fail', 'failure', 'its name servers failed'],
  ] as const)('%s is told as such', async (_what, answer, detail) => {
    const names = await named(() => answer);
    const attempt = await sender({ dnsServers: [names.address] }).send(to('https://hooks.test/'), letter());
    expect(attempt).toMatchObject({ failure: 'dns_failed', detail, status: null });
  });

  test('whose name servers are silent ends at the time limit', async () => {
    const names = await named(() => 'silence');
    const sending = sender({ dnsServers: [names.address], limits: hasty });
    const attempt = await sending.send(to('https://hooks.test/'), letter());
    expect(attempt).toMatchObject({ failure: 'timed_out', detail: 'its name servers did not respond' });
    expect(attempt.timings.total_ms).toBeLessThan(2_000);
  });

  test('whose name servers are silent is given up after two questions of two seconds', async () => {
    const names = await named(() => 'silence');
    const attempt = await sender({ dnsServers: [names.address] }).send(to('https://hooks.test/'), letter());
    expect(attempt).toMatchObject({ failure: 'dns_failed', detail: 'its name servers did not respond' });
    // Node looks once a second whether the time of a question is over: two of three seconds at most, and some to spare.
    expect(attempt.timings.total_ms).toBeLessThan(6_500);
  });

  test.each([
    ['a private address', ['10.1.2.3'], []],
    ['a public address and a private one', ['93.184.216.34', '10.1.2.3'], []],
    ['a public IPv4 address and a private IPv6 one', ['93.184.216.34'], ['fd00::1']],
    ['a mapped one', [], ['::ffff:10.1.2.3']],
  ])('with %s is refused, and the address not told', async (_what, four, six) => {
    const names = await named((_name, family) => (family === 4 ? four : six));
    const attempt = await sender({ dnsServers: [names.address] }).send(to('https://hooks.test/'), letter());
    expect(attempt).toMatchObject({
      failure: 'address_refused',
      detail: 'the name has an address that is not public',
      timings: { connect_ms: null },
    });
    expect(JSON.stringify(attempt)).not.toMatch(/10\.1\.2\.3|fd00/);
  });

  test('that leads elsewhere the second time is judged the second time too', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.setHeader('connection', 'close').end()));
    const inner = await closing(startTcpTalker((socket) => socket.destroy()));
    let leads = '127.0.0.1';
    const names = await named((_name, family) => (family === 4 ? [leads] : []));
    const sending = sender({ dnsServers: [names.address], allowedPrivateCidrs: ['127.0.0.1/32'] });
    const url = `https://hooks.test:${receiver.port}/`;
    expect(await sending.send(to(url), letter())).toMatchObject({ failure: null });
    leads = '127.0.0.2';
    expect(await sending.send(to(url), letter())).toMatchObject({ failure: 'address_refused' });
    expect(inner.connections()).toBe(0);
  });
});

describe('a literal', () => {
  test.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1'])(
    '%s is refused and nobody called',
    async (host) => {
      const receiver = await closing(startTcpTalker((socket) => socket.destroy()));
      const sending = sender({ allowedPrivateCidrs: [] });
      const attempt = await sending.send(to(`https://${host}:${receiver.port}/`), letter());
      expect(attempt).toMatchObject({ failure: 'address_refused', detail: expect.stringContaining('not a public') });
      expect(receiver.connections()).toBe(0);
    },
  );

  test('of IPv6 that is allowed is connected to', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.end(), '::1'));
    expect(await sender().send(to(receiver.url), letter())).toMatchObject({ failure: null });
  });

  test('without TLS, or none at all, is not sent to', async () => {
    for (const url of ['http://127.0.0.1/', 'ftp://127.0.0.1/', 'nowhere'])
      expect(await sender().send(to(url), letter())).toMatchObject({ failure: 'address_refused' });
  });
});

import { expect, test } from 'vitest';
import { makeLog } from '../src/index.ts';

test('secrets do not reach the log, as fields or inside text', () => {
  const lines: string[] = [];
  const log = makeLog({ level: 'info', destination: { write: (line: string) => lines.push(line) } });
  const secret = `whp_${'A1b2C3d4E5'.repeat(3)}123456`;
  log.info(
    { password: 'hunter2', headers: { authorization: `Bearer ${secret}`, cookie: 'wh_session=abc' } },
    'signed in',
  );
  log.error(
    { err: new Error(`connect failed: postgresql://app:s3cret@db/wheelhouse with ${secret}`) },
    `token ${secret}`,
  );
  for (const kind of 'srxl') log.info(`${secret.replace('whp_', `wh${kind}_`)} was shown`);
  log.warn({ deep: { body: { client_secret: 'whs_deep' } } }, 'whsec_c2VjcmV0LXNlY3JldA== was shown');
  const all = lines.join('');
  for (const hidden of ['hunter2', secret.slice(4), 'abc"', 's3cret', 'whs_deep', 'c2VjcmV0LXNlY3JldA'])
    expect(all).not.toContain(hidden);
  expect(all).toContain('signed in');
  expect(all).toContain('postgresql://app:[redacted]@db/wheelhouse');
});

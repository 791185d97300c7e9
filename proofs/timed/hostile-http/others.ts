import { Agent, request } from 'node:http';
import { quantile } from '../../runner/figures.ts';

/**
 * The others, in a process of their own: asked by a line `seconds`, they call at a fixed rate, whatever comes back,
 * and answer with a line of JSON: how long half of them and all but the slowest hundredth took at most, and how many failed.
 */

const [port = '0', token = '', path = '', perSecond = '0'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const turnMs = 5;
const patienceMs = 2_000;

function once(): Promise<number | undefined> {
  const due = performance.now();
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request({ agent, host: '127.0.0.1', port, path, headers, timeout: patienceMs }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200 ? performance.now() - due : undefined));
      answer.once('error', () => resolve(undefined));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined));
    sent.end();
  });
}

async function measure(seconds: number): Promise<void> {
  const calls: Promise<number | undefined>[] = [];
  const began = performance.now();
  await new Promise<void>((resolve) => {
    const turn = setInterval(() => {
      const passed = (performance.now() - began) / 1_000;
      const due = Math.min(passed, seconds) * Number(perSecond);
      while (calls.length < due) calls.push(once());
      if (passed < seconds) return;
      clearInterval(turn);
      resolve();
    }, turnMs);
  });
  const took = await Promise.all(calls);
  // Who was not answered waited longer than anyone.
  const waited = took.map((ms) => ms ?? patienceMs);
  const [p50, p99] = [quantile(waited, 0.5), quantile(waited, 0.99)];
  const failed = took.filter((ms) => ms === undefined).length;
  process.stdout.write(`${JSON.stringify({ p50, p99, failed, sent: took.length })}\n`);
}

process.stdin.on('data', (line) => void measure(Number(line.toString())));

import { connect, createServer } from 'node:net';

/**
 * The control: a proxy as one writes it in an afternoon. It believes Content-Length and nothing else, passes on
 * bytes as they came, keeps whatever does not fit yet, and serves a fixed number of requests at a time.
 */

const [port = '0', upstreamPort = '0'] = process.argv.slice(2);
const mostRequests = 100;
const prefix = '/api/probe';

let served = 0;
const waiting: (() => void)[] = [];

/** As many requests at a time as there would be threads; each keeps its own until it is answered. */
function whenFree(serve: () => void): void {
  if (served >= mostRequests) waiting.push(serve);
  else {
    served += 1;
    serve();
  }
}

function release(): void {
  served -= 1;
  const next = waiting.shift();
  if (next !== undefined) whenFree(next);
}

createServer((caller) => {
  const module = connect(Number(upstreamPort), '127.0.0.1');
  let busy = false;
  const free = () => {
    if (busy) release();
    busy = false;
  };
  const pieces: Buffer[] = [];
  let bodyLeft = 0;
  caller.on('error', () => undefined);
  caller.on('end', () => module.end());
  caller.on('close', free);
  module.on('error', () => caller.destroy());
  module.on('close', () => caller.end());
  module.on('data', (chunk) => {
    // However slowly it is read.
    caller.write(chunk);
    free();
  });
  caller.on('data', (chunk) => {
    pieces.push(chunk);
    if (busy) forward(chunk);
    else {
      busy = true;
      whenFree(() => forward(chunk));
    }
  });

  function forward(last: Buffer): void {
    // Joining is for when there may be something to find in it.
    if (bodyLeft === 0 && !last.includes('\r\n\r\n') && last.length > 1_024) return;
    let gathered = Buffer.concat(pieces.splice(0));
    for (;;) {
      if (bodyLeft > 0) {
        const body = gathered.subarray(0, bodyLeft);
        module.write(body);
        bodyLeft -= body.length;
        gathered = gathered.subarray(body.length);
      }
      const end = bodyLeft > 0 ? -1 : gathered.indexOf('\r\n\r\n');
      if (end === -1) break;
      const head = gathered.subarray(0, end + 4).toString('latin1');
      gathered = gathered.subarray(end + 4);
      bodyLeft = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
      module.write(Buffer.from(head.replace(` ${prefix}`, ' '), 'latin1'));
    }
    if (gathered.length > 0) pieces.push(gathered);
  }
}).listen(Number(port), '127.0.0.1', 4_096);

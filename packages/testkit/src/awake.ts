/**
 * Time as a process has it that is not let run: on a machine with too much else to do, a bound on how soon something
 * is done says something only of the time in which it could be done.
 */
const everyMs = 10;
let lostMs = 0;
let watching = false;

function watch(): void {
  if (watching) return;
  watching = true;
  let [seenAt, used] = [performance.now(), process.cpuUsage()];
  setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    const now = performance.now();
    // What it has worked meanwhile it was let.
    lostMs += Math.max(0, now - seenAt - everyMs - (user + system) / 1_000);
    [seenAt, used] = [now, process.cpuUsage()];
  }, everyMs).unref();
}

/** Starts a clock that stands still while this process wants to run and is not let; answers how to read it. */
export function awakeClock(): () => number {
  watch();
  const [began, lostBefore] = [performance.now(), lostMs];
  return () => performance.now() - began - (lostMs - lostBefore);
}

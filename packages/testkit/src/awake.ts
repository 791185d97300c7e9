/**
 * Time as a process has it that is not let run: on a machine with too much else to do, a bound on how soon something
 * is done says something only of the time in which it could be done.
 */
const everyMs = 10;
let lostMs = 0;
let [seenAt, used] = [performance.now(), process.cpuUsage()];
let watching: NodeJS.Timeout | undefined;

function look(): void {
  const now = performance.now();
  const { user, system } = process.cpuUsage(used);
  // What it has worked meanwhile it was let.
  lostMs += Math.max(0, now - seenAt - everyMs - (user + system) / 1_000);
  [seenAt, used] = [now, process.cpuUsage()];
}

/** Up to now: the timer may be late itself. */
function lostSoFar(): number {
  look();
  return lostMs;
}

/** Starts a clock that stands still while this process wants to run and is not let; answers how to read it. */
export function awakeClock(): () => number {
  if (watching === undefined) [seenAt, used] = [performance.now(), process.cpuUsage()];
  watching ??= setInterval(look, everyMs).unref();
  const [began, lostBefore] = [performance.now(), lostSoFar()];
  return () => performance.now() - began - (lostSoFar() - lostBefore);
}

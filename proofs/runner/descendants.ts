import { readdirSync, readFileSync } from 'node:fs';

/** Every process that this one started, and those they started: what a proof that ran out of time left running. */
export function descendants(of: number = process.pid): readonly number[] {
  const children = Map.groupBy(processes(), ({ parent }) => parent);
  const below = (pid: number): readonly number[] =>
    (children.get(pid) ?? []).flatMap(({ pid: child }) => [child, ...below(child)]);
  return below(of);
}

function processes(): readonly { readonly pid: number; readonly parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // Behind the name in brackets, which may hold anything: state, then the parent.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return [{ pid: Number(name), parent: Number(fields[1]) }];
      } catch {
        return [];
      }
    });
}

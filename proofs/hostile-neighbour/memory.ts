import { readFileSync } from 'node:fs';
import type { RunningPart } from '../gateway-house/open.ts';

/** Mebibytes of memory that a process has, of itself and not of the files it shares. */
export function memoryOf({ pid }: RunningPart): number {
  const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/** The most that each has had since. */
export function watchMemory(parts: ReadonlyMap<string, RunningPart>): {
  readonly most: ReadonlyMap<string, number>;
  readonly end: () => void;
} {
  const most = new Map<string, number>();
  const look = () => {
    for (const [name, part] of parts)
      if (isRunning(part)) most.set(name, Math.max(most.get(name) ?? 0, memoryOf(part)));
  };
  const timer = setInterval(look, 100);
  return { most, end: () => clearInterval(timer) };
}

export function isRunning({ child }: RunningPart): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** The processor time of a process. */
import { readdirSync, readFileSync } from 'node:fs';

/** Processor seconds so far, user and system, read from `/proc`. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * Processor seconds of all processes that descend from `pid`, with those of their children that have ended. Processes
 * that end in between count with their parent.
 */
export function cpuSecondsBelow(pid: number): number {
  const processes = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? statOf(name) : [],
  );
  const family = new Set([pid]);
  // A child can have a lower number than its parent.
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const each of processes) if (family.has(each.parentPid)) family.add(each.pid);
  }
  return processes
    .filter((each) => each.pid !== pid && family.has(each.pid))
    .reduce((sum, { seconds }) => sum + seconds, 0);
}

function statOf(name: string) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid: Number(name), parentPid: Number(fields[1]), seconds: ticks / 100 }];
  } catch {
    // The process has ended since the folder was read.
    return [];
  }
}

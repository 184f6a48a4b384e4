/** The processor time of a process. */
import { readFileSync } from 'node:fs';

/** Processor seconds so far, user and system, read from `/proc`. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

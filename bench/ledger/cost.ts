/** Processor time of PostgreSQL backends, on Linux; NaN elsewhere. */
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { median, round } from '../lib/table.ts';

/** The kernel counts in ticks of 10 ms. */
const TICK_MS = 10;

export interface Cost {
  readonly ms: number;
  readonly processorMs: number;
}

/** Returns the process id of the PostgreSQL backend of the connection with that name, or of this connection. */
export async function processOf(
  client: Client,
  name?: string,
  wake?: () => Promise<unknown>,
): Promise<number> {
  await wake?.();
  const statement =
    name === undefined
      ? 'select pg_backend_pid() as pid'
      : `select pid from pg_stat_activity where application_name = '${name}'`;
  const { rows } = await client.query<{ pid: number }>(statement);
  return rows[0]?.pid ?? 0;
}

export async function costOf(pid: number, work: () => Promise<unknown>): Promise<Cost> {
  const from = { ms: performance.now(), processorMs: processorMs(pid) };
  await work();
  return {
    ms: performance.now() - from.ms,
    processorMs: processorMs(pid) - from.processorMs,
  };
}

function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

export function medianOf(costs: readonly Cost[]): Cost {
  return {
    ms: median(costs.map(({ ms }) => ms)),
    processorMs: median(costs.map((cost) => cost.processorMs)),
  };
}

export function timeOf({ ms, processorMs: busy }: Cost): number {
  return Number.isNaN(busy) ? ms : busy;
}

export function textOf({ ms, processorMs: busy }: Cost): string {
  return `${round(busy, 0)} (${round(ms, 0)})`;
}

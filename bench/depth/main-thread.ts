/** Tasks of the page's main thread, measured in processor time, so that waiting for a busy machine does not count. */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';

/** Runs `work`. @returns its result, and the processor time of each task of the page while it ran, in ms. */
export async function whileTracing<T>(
  browser: Browser,
  page: Page,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly taskMs: readonly number[] }> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const result = await work();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const tasks = Map.groupBy(
    traceEvents.filter(({ name, tdur }) => name === TASK && tdur !== undefined),
    threadOf,
  );
  const mains = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  // The busiest renderer is the page under load; a spare renderer is idle.
  const [taskMs = []] = mains
    .map((thread) => (tasks.get(threadOf(thread)) ?? []).map(({ tdur = 0 }) => tdur / 1_000))
    .toSorted((a, b) => sum(b) - sum(a));
  if (taskMs.length === 0) throw new Error('the trace has no task of the page');
  return { result, taskMs };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Measures the process that it is preloaded into, see `measuredNode`: memory after a collection, and the delay
 * of the event loop since the last question.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ProcessFigures } from './measured-node.ts';

const NANOS_OF_MS = 1e6;
/** Steps of the measurement, which it adds to every delay. */
const RESOLUTION_MS = 1;
/** After this time the delay by a collection has been counted. */
const SETTLED_MS = 10;

const socketPath = process.env['BENCH_PROBE'] ?? '';
// Processes that this one starts are not measured.
delete process.env['BENCH_PROBE'];
delete process.env['NODE_OPTIONS'];
// An earlier process leaves its socket when it ends.
rmSync(socketPath, { force: true });
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

const figures = (): ProcessFigures => {
  const [p99, max] = [delay.percentile(99), delay.max];
  // Before the collection, which holds up the loop.
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    delayP99Ms: p99 / NANOS_OF_MS - RESOLUTION_MS,
    delayMaxMs: max / NANOS_OF_MS - RESOLUTION_MS,
    rssMb: rss / 1e6,
    usedMb: (heapUsed + external) / 1e6,
  };
};

createServer((socket) => {
  // The collection itself is no delay of the next measurement.
  socket.end(JSON.stringify(figures()), () => setTimeout(() => delay.reset(), SETTLED_MS));
})
  .listen(socketPath)
  .unref();

/**
 * The rate of a bare Fastify route with one durable insert, on this machine at this moment, over as many
 * connections as the bench. Rates of hosts differ threefold, so ratios to the calibration of the same run say
 * more.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { copyTemplateInto } from '../../tests/support/databases/database-template.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { startLoad } from './fork-load.ts';

import { sized } from './mode.ts';
import { latencyCells, median, printTable, round } from './table.ts';

const WARM_UP_S = sized(4, 0.05);

interface CalibrationReport {
  readonly perSecond: number;
  /** Milliseconds of every response. */
  readonly latencies: readonly number[];
}

export interface Calibration {
  /** Runs one turn; {@link report} combines all turns. */
  run(seconds: number): Promise<CalibrationReport>;
  /** Prints the calibration, and the ratio of `rate`, in requests a second, to it. */
  print(rate: number): void;
  close(): Promise<void>;
}

export async function startCalibration(connections: number): Promise<Calibration> {
  const dataDir = makeBenchFolder();
  await copyTemplateInto(dataDir, 'empty');
  const server = fork(path.join(import.meta.dirname, 'calibration-server.ts'), [
    dataDir,
    String(connections),
  ]);
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const load = startLoad(path.join(import.meta.dirname, 'calibration-client.ts'));
  const turns: CalibrationReport[] = [];
  const run = async (seconds: number): Promise<CalibrationReport> => {
    const report = await load.run({ port, connections, seconds, seed: turns.length, tokens: [] });
    const { ok = 0, ...others } = report.outcomes;
    if (Object.keys(others).length > 0)
      throw new Error(`the calibration was refused: ${JSON.stringify(report.outcomes)}`);
    return { perSecond: ok / report.seconds, latencies: report.latencies };
  };
  await run(WARM_UP_S);
  return {
    async run(seconds) {
      const turn = await run(seconds);
      turns.push(turn);
      return turn;
    },
    print: (rate) => printCalibration(turns, connections, rate),
    async close() {
      load.stop();
      server.disconnect();
      await once(server, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function printCalibration(
  turns: readonly CalibrationReport[],
  connections: number,
  rate: number,
): void {
  const perSecond = median(turns.map((turn) => turn.perSecond));
  printTable(
    `Calibration: a bare Fastify route with one durable insert, ${connections} connections, ${turns.length} turns`,
    ['requests/s', 'p50 ms', 'p99 ms', 'the bench is'],
    [
      [
        Math.round(perSecond),
        ...latencyCells(turns.flatMap((turn) => turn.latencies)),
        `${round(rate / perSecond, 2)} ×`,
      ],
    ],
  );
}

/**
 * Transfers end to end over 32 connections: HTTP with every check, one statement for the records, the spot
 * writer's commit, response. For comparison, the service alone over the same database.
 */
import path from 'node:path';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { forkLoad } from '../lib/fork-load.ts';
import { startCalibration } from '../lib/calibration.ts';
import { measureLoad, printLoad } from '../lib/measured-load.ts';
import { sized } from '../lib/mode.ts';
import { addPeople } from '../lib/people.ts';
import { latencyCells, printTable } from '../lib/table.ts';
import { runServiceAlone } from './service-alone.ts';

const CONNECTIONS = sized(32, 4);
const PEOPLE = sized(600, 40);
const WARM_UP_S = sized(4, 0.05);
const SECONDS = sized(10, 0.05);
const TRANSFERS_PER_SECOND_MIN = 1_000;
const P99_MS_MAX = 50;

const { spot, contract, fast_contract } = ACCOUNT_TYPES;
const bench = await startBenchServer((client) =>
  addPeople(client, PEOPLE, [spot, contract, fast_contract]),
);
const { tokens, owners } = bench.filled;
const client = path.join(import.meta.dirname, 'client.ts');
const order = { port: bench.port, connections: CONNECTIONS, tokens };
await forkLoad(client, { ...order, seconds: WARM_UP_S, seed: 1 });
const calibration = await startCalibration(CONNECTIONS);
const { server } = bench;
const measured = await measureLoad({ server, calibration }, client, {
  ...order,
  seconds: SECONDS,
  seed: 2,
});
await server.stop();
await calibration.close();
const alone = await runServiceAlone({
  dataDir: bench.server.dataDir,
  owners,
  outstanding: CONNECTIONS,
  seconds: SECONDS / 2,
  seed: 3,
});
bench.removeData();

const { report } = measured;
const rate = report.answered / report.seconds;
printTable(
  `Transfers over ${CONNECTIONS} connections: 40 % out of the spot account, 40 % into it, 20 % between others`,
  ['', 'transfers/s', 'p50 ms', 'p99 ms'],
  [
    ['end to end', Math.round(rate), ...latencyCells(report.latencies)],
    [
      `service alone, ${CONNECTIONS} at a time`,
      Math.round(alone.length / (SECONDS / 2)),
      ...latencyCells(alone),
    ],
  ],
);
printLoad(measured, {
  name: 'transfers',
  rate,
  rateMin: TRANSFERS_PER_SECOND_MIN,
  p99MsMax: P99_MS_MAX,
});

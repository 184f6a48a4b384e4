/**
 * The stored orders and records of an exchange: a PostgreSQL server, the embedded one of a running
 * server, or its data folder at rest.
 */
import path from 'node:path';
import { openDatabase, type DatabaseAddress } from '../../server/kit/db/database.ts';
import { clusterFolderOf, inspectCluster } from '../../server/kit/db/embedded/data-folder.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { openRunFolder } from '../../server/kit/db/embedded/run-folder.ts';
import {
  readLifecycleRecord,
  type LifecycleRecord,
} from '../../server/kit/lifecycle/replay-lifecycle.ts';
import { createLog } from '../../server/kit/log.ts';
import { createLeverRecordRepo, type LeverRecord } from '../../server/areas/lever/lever.area.ts';
import type { MicroRecord } from '../../server/areas/micro/micro.area.ts';
import { readMicroRecord } from '../../server/areas/operator/operator.area.ts';
import { createOrderRecordRepo, type OrderRecord } from '../../server/areas/spot/spot.area.ts';
import { StartupError } from '../../server/kit/process/startup-error.ts';

export interface ExchangeArchive {
  findOrder(orderId: number): Promise<OrderRecord | undefined>;
  findContractOrder(orderId: number): Promise<LeverRecord | undefined>;
  findMicroOrder(orderId: number): Promise<MicroRecord | undefined>;
  /** A record of one of `RECORD_LIFECYCLES`. */
  findRecord(kind: string, id: number): Promise<LifecycleRecord | undefined>;
  close(): Promise<void>;
}

/** The reason of a failed read, in one line. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Only reads: a folder without a database is left unchanged. @throws ArchiveError */
export async function openArchive({
  DATABASE_URL = '',
  DATA_DIR = '',
}: Environment): Promise<ExchangeArchive> {
  if (DATABASE_URL !== '') return archiveAt({ connectionString: DATABASE_URL }, async () => {});
  const dataDir = path.resolve(DATA_DIR === '' ? './data' : DATA_DIR);
  try {
    if (!inspectCluster(clusterFolderOf(dataDir)))
      throw new ArchiveError(`there is no exchange in ${dataDir}; set DATA_DIR or DATABASE_URL`);
    const running = { socketFolder: openRunFolder(dataDir) };
    if (await isReachable(running)) return archiveAt(running, async () => {});
    const postgres = await launchPostgres({ dataDir, log: createLog('silent') });
    return archiveAt(postgres.address, () => postgres.stop());
  } catch (error) {
    if (error instanceof StartupError) throw new ArchiveError(error.message, { cause: error });
    throw error;
  }
}

function archiveAt(address: DatabaseAddress, stop: () => Promise<void>): ExchangeArchive {
  const database = openDatabase(address, createLog('silent'), 1);
  const repo = createOrderRecordRepo(database);
  const contractOrders = createLeverRecordRepo(database);
  return {
    findOrder: async (orderId) => (await repo.ofOrders([orderId]))[0],
    findContractOrder: async (orderId) => (await contractOrders.ofOrders([orderId]))[0],
    findMicroOrder: (orderId) => readMicroRecord(database, orderId),
    findRecord: (kind, id) => readLifecycleRecord(database, kind, id),
    close: async () => {
      await database.$client.end();
      await stop();
    },
  };
}

async function isReachable(address: DatabaseAddress): Promise<boolean> {
  const { $client } = openDatabase(address, createLog('silent'), 1);
  try {
    await $client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await $client.end();
  }
}

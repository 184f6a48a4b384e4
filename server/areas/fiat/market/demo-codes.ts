/**
 * The payment codes of the demo merchant: QR codes as the picture decoder outputs them, so that seeding
 * needs no decoder.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensure } from '../../../../contract/assert.ts';
import { ok } from '../../../../contract/result.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Config } from '../../../kit/config/config.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { openSeal } from '../../../kit/seal/installation-secret.ts';
import type { Log } from '../../../kit/log.ts';
import { openPictureStore } from '../../../kit/pictures/open-pictures.ts';
import { Pictures } from '../../../kit/pictures/pictures.ts';

/** The content of each code. Run `node scripts/make-demo-codes.ts` after a change. */
export const DEMO_CODES = {
  alipay: 'https://pay.meridian.test/alipay/desk@harbour.test',
  wechat: 'https://pay.meridian.test/wechat/harbour-desk',
} as const;
export type DemoCodeKind = keyof typeof DEMO_CODES;

/** Pixels of each side. */
export const DEMO_CODE_SIDE = 296;

export const demoCodeFile = (kind: DemoCodeKind): string =>
  path.join(import.meta.dirname, 'demo-codes', `${kind}.jpg`);

/** Pictures that are uploaded before the seed starts, and bound by it, as with pictures of users. */
export interface DemoCodes {
  /** @returns the ticket of each picture. */
  upload(now: EpochMs): Promise<Readonly<Record<DemoCodeKind, string>>>;
  /** @returns the id of the picture. */
  bind(tx: Transaction, ticket: string, ownerId: number, now: EpochMs): Promise<string>;
}

export function createDemoCodes(
  config: Pick<Config, 'dataDir' | 'secretKey'>,
  database: Database,
  log: Log,
): DemoCodes {
  // The pictures were cleaned when they were made.
  const cleaner = {
    clean: (bytes: Uint8Array) =>
      Promise.resolve(ok({ bytes, width: DEMO_CODE_SIDE, height: DEMO_CODE_SIDE })),
  };
  const open = async () => {
    const store = openPictureStore(config, await openSeal(config, database));
    return new Pictures({ database, store, cleaner, log });
  };
  let opened: Promise<Pictures> | undefined;
  const pictures = () => (opened ??= open());
  return {
    async upload(now) {
      const uploadOne = async (kind: DemoCodeKind) => {
        const bytes = await readFile(demoCodeFile(kind));
        const uploaded = await (await pictures()).upload(bytes, 'collection', now);
        return ensure(uploaded.ok ? uploaded.value : null, `code of ${kind}`).ticket;
      };
      return { alipay: await uploadOne('alipay'), wechat: await uploadOne('wechat') };
    },
    async bind(tx, ticket, ownerId, now) {
      const binding = { ticket, purpose: 'collection', ownerId, now } as const;
      const bound = await (await pictures()).bind(tx, binding);
      return ensure(bound.ok ? bound.value : null, 'picture of a demo code');
    },
  };
}

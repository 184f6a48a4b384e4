/** The loads of an exchange that is killed repeatedly. */
import type { OpenCrashLoad } from './crash-load.ts';
import { FiatLoad } from './fiat-load.ts';
import { LeverLoad } from './lever-load.ts';
import { MicroLoad } from './micro-load.ts';
import { OrderLoad } from './order-load.ts';
import { PictureLoad } from './picture-load.ts';
import { RecordLoad } from './record-load.ts';
import { SavingsLoad } from './savings-load.ts';
import { TransferLoad } from './transfer-load.ts';
import { WithdrawalLoad } from './withdrawal-load.ts';

/** The loads of the spot writer. */
export const SPOT_LOADS: readonly OpenCrashLoad[] = [
  (scene) => new OrderLoad(scene),
  (scene) => new TransferLoad(scene),
];

/** The loads of both writers. */
export const WRITER_LOADS: readonly OpenCrashLoad[] = [
  ...SPOT_LOADS,
  (scene) => new LeverLoad(scene),
  (scene) => new MicroLoad(scene),
];

/** Every load. That of pictures is the last, because its end moves the clock further than sessions last. */
export const ALL_LOADS: readonly OpenCrashLoad[] = [
  ...WRITER_LOADS,
  (scene) => new FiatLoad(scene),
  (scene) => new RecordLoad(scene),
  (scene) => new WithdrawalLoad(scene),
  (scene) => new PictureLoad(scene),
];

/** Savings and offerings run alone, because the clock passes days before each kill, which ends all sessions. */
export const SAVINGS_LOADS: readonly OpenCrashLoad[] = [(scene) => new SavingsLoad(scene)];
/** The server of {@link SAVINGS_LOADS}: a log of the index would wait for the passed days after each kill. */
export const SAVINGS_ENV = { INDEX_LOG: 'off' } as const;

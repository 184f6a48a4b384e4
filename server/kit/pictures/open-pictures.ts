/** The pictures of one server, put together. */
import path from 'node:path';
import type { Clock } from '../../../contract/time.ts';
import type { ClosingStack } from '../process/closing-stack.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Seal } from '../seal/seal.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { PictureCleaner } from './picture-cleaner.ts';
import { PictureFolder } from './picture-store.ts';
import type { PictureStore } from './picture-store.ts';
import { PictureSweep } from './picture-sweep.ts';
import { Pictures } from './pictures.ts';
import { SealedPictures } from './sealed-pictures.ts';

export interface OpenPicturesParts {
  readonly config: Pick<Config, 'dataDir'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
  readonly seal: Seal;
}

/** Inside the data folder. */
const FOLDER = 'pictures';

/** Where the bytes of pictures are kept, sealed. */
export const openPictureStore = ({ dataDir }: Pick<Config, 'dataDir'>, seal: Seal): PictureStore =>
  new SealedPictures(new PictureFolder(path.join(dataDir, FOLDER)), seal);

/** Opens them and begins to sweep; what must be closed is added to `opened`. */
export function openPictures({ config, opened, seal, ...parts }: OpenPicturesParts): Pictures {
  const store = openPictureStore(config, seal);
  const cleaner = new PictureCleaner(parts.log);
  opened.add('decoder of pictures', () => cleaner.close());
  const sweep = new PictureSweep({ ...parts, store });
  sweep.start();
  opened.add('sweep of pictures', () => sweep.stop());
  return new Pictures({ ...parts, store, cleaner });
}

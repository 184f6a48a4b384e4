/** Composes the picture service of one server. */
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

interface OpenPicturesParts {
  readonly config: Pick<Config, 'dataDir'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
  readonly seal: Seal;
}

/** Folder inside the data folder. */
const FOLDER = 'pictures';

/** Creates the encrypted store of the pictures' bytes. */
export const openPictureStore = ({ dataDir }: Pick<Config, 'dataDir'>, seal: Seal): PictureStore =>
  new SealedPictures(new PictureFolder(path.join(dataDir, FOLDER)), seal);

/** Opens the service and starts the sweep; adds everything that must be closed to `opened`. */
export function openPictures({ config, opened, seal, ...parts }: OpenPicturesParts): Pictures {
  const store = openPictureStore(config, seal);
  const cleaner = new PictureCleaner(parts.log);
  opened.add('decoder of pictures', () => cleaner.close());
  const sweep = new PictureSweep({ ...parts, store });
  sweep.start();
  opened.add('sweep of pictures', () => sweep.stop());
  return new Pictures({ ...parts, store, cleaner });
}

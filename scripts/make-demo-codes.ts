/**
 * Draws the payment codes of the demo merchant, and decodes and encodes them like uploaded
 * pictures. Run it after a change of their content: `node scripts/make-demo-codes.ts`; the files
 * are committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { encode } from 'uqr';
import { ensure } from '../contract/assert.ts';
import {
  DEMO_CODE_SIDE,
  DEMO_CODES,
  demoCodeFile,
  type DemoCodeKind,
} from '../server/areas/fiat/fiat.area.ts';
import { createLog } from '../server/kit/log.ts';
import { PictureCleaner } from '../server/kit/pictures/picture-cleaner.ts';

/** Modules of empty border that a camera needs around a code. */
const QUIET_ZONE = 4;

async function draw(text: string): Promise<Uint8Array> {
  const { size, data } = encode(text, { border: QUIET_ZONE });
  const dots = Uint8Array.from(data.flat(), (isDark) => (isDark ? 0 : 255));
  return sharp(dots, { raw: { width: size, height: size, channels: 1 } })
    .resize(DEMO_CODE_SIDE, DEMO_CODE_SIDE, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

const cleaner = new PictureCleaner(createLog('warn'));
for (const kind of Object.keys(DEMO_CODES) as DemoCodeKind[]) {
  const cleaned = await cleaner.clean(await draw(DEMO_CODES[kind]));
  const { bytes } = ensure(cleaned.ok ? cleaned.value : null, `code of ${kind}`);
  await mkdir(path.dirname(demoCodeFile(kind)), { recursive: true });
  await writeFile(demoCodeFile(kind), bytes);
}
cleaner.close();

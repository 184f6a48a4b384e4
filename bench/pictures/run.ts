/**
 * The cost of a picture of 25 megapixels: how long the server's event loop is blocked while its form is read,
 * decoded by the worker and stored, and the peak memory of the worker (Linux).
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createLog } from '../../server/kit/log.ts';
import { parsePictureForm } from '../../server/edge/http/picture-form.ts';
import { PictureCleaner } from '../../server/kit/pictures/picture-cleaner.ts';
import { PictureFolder } from '../../server/kit/pictures/picture-store.ts';
import { temporaryFolders } from '../../tests/support/temporary-folder.ts';
import { sized } from '../lib/mode.ts';
import { printGoals, printTable, round } from '../lib/table.ts';

const WIDTH = sized(5_774, 600);
const HEIGHT = sized(4_330, 450);
const ROUNDS = sized(5, 1);
const STALL_MS_MAX = 50;
const WORKER_MIB_MAX = 256;
const KIB_PER_MIB = 1_024;
const NS_PER_MS = 1e6;
/** Resolution of measured stalls, in ms. */
const RESOLUTION_MS = 1;

interface Row {
  readonly name: string;
  readonly mebibytes: number;
  readonly ms: number;
  readonly stallMs: number;
  readonly workerMib: number;
  readonly result: string;
}

const folders = temporaryFolders();
const store = new PictureFolder(path.join(folders.make(), 'pictures'));
const rows: Row[] = [];
for (const [name, bytes] of await inputs()) rows.push(await measure(name, bytes));
folders.removeAll();
printTable(
  `A picture of ${WIDTH} × ${HEIGHT}: worst of ${ROUNDS}`,
  ['input', 'MiB', 'ms', 'event loop stands, ms', 'worker at most, MiB', 'result'],
  rows.map(({ name, mebibytes, ms, stallMs, workerMib, result }) => [
    name,
    round(mebibytes, 1),
    round(ms, 0),
    round(stallMs, 1),
    round(workerMib, 0),
    result,
  ]),
);
const stallMs = Math.max(...rows.map((row) => row.stallMs));
const workerMib = Math.max(...rows.map((row) => row.workerMib));
printGoals([
  {
    name: `the event loop stands at most ${STALL_MS_MAX} ms`,
    met: stallMs <= STALL_MS_MAX,
    measured: `${round(stallMs)} ms`,
  },
  {
    name: `the worker takes at most ${WORKER_MIB_MAX} MiB`,
    met: workerMib <= WORKER_MIB_MAX,
    measured: `${round(workerMib, 0)} MiB`,
  },
]);

/**
 * Pictures as cameras, editors and attackers write them, filled with noise so that they are as large as
 * photographs.
 */
async function inputs(): Promise<readonly (readonly [string, Buffer])[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: WIDTH, height: HEIGHT, channels: 3, background: '#777', noise } as const;
  const raw = await sharp({ create }).raw().toBuffer();
  const picture = (blur: number) =>
    sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).blur(blur);
  return [
    ['jpeg, turned', await picture(1).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['jpeg, progressive', await picture(1).jpeg({ progressive: true }).toBuffer()],
    [
      'jpeg, progressive 4:4:4',
      await picture(2).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['png', await picture(12).png().toBuffer()],
    ['png, interlaced', await picture(30).png({ progressive: true }).toBuffer()],
    ['webp', await picture(2).webp().toBuffer()],
    ['webp, lossless', await picture(30).webp({ lossless: true, effort: 0 }).toBuffer()],
  ];
}

/** Measures each input several times in its own worker, so that memory leaks add up. */
async function measure(name: string, bytes: Buffer): Promise<Row> {
  const cleaner = new PictureCleaner(createLog('fatal'));
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  await wait(100);
  delay.reset();
  let ms = 0;
  let result = '';
  for (let done = 0; done < ROUNDS; done++) {
    const started = performance.now();
    result = await takeIn(cleaner, body);
    ms = Math.max(ms, performance.now() - started);
  }
  delay.disable();
  const peak = peakMib(cleaner.workerPid);
  cleaner.close();
  const mebibytes = bytes.length / KIB_PER_MIB ** 2;
  return { name, mebibytes, ms, stallMs: delay.max / NS_PER_MS, workerMib: peak, result };
}

async function takeIn(cleaner: PictureCleaner, body: Buffer): Promise<string> {
  const form = parsePictureForm(body, 'multipart/form-data; boundary=b');
  if (!form.ok) return form.fault.error;
  const [, file] = form.value[0] ?? [];
  const cleaned = await cleaner.clean(file as Uint8Array);
  if (!cleaned.ok) return cleaned.error;
  await store.put(randomUUID(), cleaned.value.bytes, Date.now());
  return `${cleaned.value.width} × ${cleaned.value.height}`;
}

/** Peak memory; NaN on systems that do not report it. */
function peakMib(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / KIB_PER_MIB;
  } catch {
    return Number.NaN;
  }
}

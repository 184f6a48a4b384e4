/** Hostile files instead of pictures, or hidden in pictures: nothing is stored as sent. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { Seal } from '../../../server/kit/seal/seal.ts';
import { pictureFormatOf } from '../../../server/kit/pictures/picture-type.ts';
import {
  ladenPictures,
  PAYLOAD,
  unreadableFiles,
  unsupportedFiles,
} from '../../support/hostile-pictures.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { somePicture, upload } from '../../support/pictures.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const unsupported = await unsupportedFiles();
const unreadable = await unreadableFiles();
const laden = await ladenPictures();

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

let sent = 0;
/** Sends each file from its own address, because a different test covers the limit per address. */
const send = (bytes: Uint8Array) =>
  upload(server, new Uint8Array(bytes), 'real_name', {
    headers: { 'x-forwarded-for': `10.2.0.${++sent}` },
  });

/** Every stored file. */
function storedFiles(): readonly string[] {
  const folder = path.join(server.dataDir, 'pictures');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Uploads, finds the new file, and decrypts it. */
async function stored(bytes: Uint8Array): Promise<Buffer> {
  dataOf(await send(await somePicture()));
  const before = new Set(storedFiles());
  dataOf(await send(bytes));
  const [added, ...others] = storedFiles().filter((file) => !before.has(file));
  expect(others).toEqual([]);
  const sealed = readFileSync(added ?? '');
  expect(pictureFormatOf(sealed)).toBeUndefined();
  const seal = new Seal(readFileSync(path.join(server.dataDir, 'secret.key'), 'utf8').trim());
  return seal.openBytes(sealed, `picture:${path.basename(added ?? '')}`);
}

test.each(Object.keys(unsupported))('refuses as a format it does not take: %s', async (name) => {
  expect(errorOf(await send(unsupported[name]!))).toBe('unsupported_file_format');
});

test.each(Object.keys(unreadable))('refuses as unreadable: %s', async (name) => {
  expect(errorOf(await send(unreadable[name]!))).toBe('picture_unreadable');
});

describe.each(Object.keys(laden))('of a %s', (name) => {
  test('only the visible pixels are stored', async () => {
    const bytes = await stored(laden[name]!);
    expect(bytes.includes('meridian')).toBe(false);
    expect(bytes.includes(PAYLOAD.slice(-20))).toBe(false);
    const { format, exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata();
    expect({ format, exif, icc, xmp, iptc, comments }).toEqual({ format: 'jpeg' });
  });
});

test('turns a picture upright before it drops its orientation', async () => {
  const lying = await sharp({
    create: { width: 40, height: 20, channels: 3, background: '#fff' },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const answer = dataOf(await send(lying));
  expect(answer).toMatchObject({ width: 20, height: 40 });
  const { width, height, orientation } = await sharp(await stored(lying)).metadata();
  expect({ width, height, orientation }).toEqual({ width: 20, height: 40 });
});

test('makes a large picture as small as needed, and no picture larger', async () => {
  const large = dataOf(await send(await somePicture(5_120, 2_560)));
  expect(large).toMatchObject({ width: LIMITS.picture_side_max, height: 1_280 });
  expect(dataOf(await send(await somePicture(30, 10)))).toMatchObject({ width: 30, height: 10 });
});

test('shows the background of a transparent picture in white', async () => {
  const clear = await sharp({
    create: { width: 8, height: 8, channels: 4, background: '#00000000' },
  })
    .png()
    .toBuffer();
  const { data } = await sharp(await stored(clear))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
});

test('stores for the server alone, under names without meaning', async () => {
  await stored(await somePicture());
  for (const file of storedFiles()) {
    expect(path.basename(file)).toMatch(/^[0-9a-f-]{36}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  }
});

/** Reads process data of the operating system. */
describe.runIf(process.platform === 'linux')('the decoder', () => {
  const decoderPid = (): number => {
    const { pid } = server;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const isDecoder = (child: string) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('picture-worker');
    return Number(children.find(isDecoder));
  };

  test('takes at most 256 MiB, for any 25 megapixels', async () => {
    const flat = (channels: 3 | 4) =>
      sharp({ create: { width: 5_774, height: 4_330, channels, background: '#7a6b5c' } });
    const inputs = [
      await flat(3).jpeg({ progressive: true }).toBuffer(),
      await flat(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      await flat(4).png({ progressive: true }).toBuffer(),
      await flat(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      await flat(4).webp({ lossless: true, effort: 0 }).toBuffer(),
    ];
    dataOf(await send(await somePicture()));
    const pid = decoderPid();
    for (const input of inputs) await send(input);
    // The same process: none of the files has ended it.
    expect(decoderPid()).toBe(pid);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(256 * 1_024);
  }, 180_000);

  test('that was killed is replaced', async () => {
    dataOf(await send(await somePicture()));
    const from = server.logs.length;
    process.kill(decoderPid(), 'SIGKILL');
    await server.waitForLog(/the decoder of pictures ended/, from);
    dataOf(await send(await somePicture()));
  });
});

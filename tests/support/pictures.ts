/** Pictures for tests: made here, uploaded over HTTP, read again. */
import sharp from 'sharp';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Envelope } from '../../contract/envelope.ts';
import type { PicturePurpose, UploadedPicture } from '../../contract/schemas/pictures.ts';
import { dataOf } from './users/accounts.ts';
import type { CallOptions, TestServer } from './servers/test-server.ts';

/** A plain JPEG of its own color. */
export async function somePicture(width = 64, height = 48): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: (width * 7) % 256, g: (height * 13) % 256, b: 90 };
  const picture = sharp({ create: { width, height, channels: 3, background } });
  return new Uint8Array(await picture.jpeg().toBuffer());
}

/** The response of the upload call to these bytes. */
export async function upload(
  server: Pick<TestServer, 'origin'>,
  bytes: Uint8Array<ArrayBuffer>,
  purpose: PicturePurpose = 'real_name',
  { headers = {} }: Pick<CallOptions, 'headers'> = {},
): Promise<Envelope<UploadedPicture>> {
  const form = new FormData();
  form.set('type', purpose);
  form.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
  const response = await fetch(`${server.origin}${ENDPOINTS.uploadPicture.path}`, {
    method: 'POST',
    headers,
    body: form,
  });
  return (await response.json()) as Envelope<UploadedPicture>;
}

/** The ticket of a new picture for this purpose. */
export async function pictureTicket(
  server: Pick<TestServer, 'origin'>,
  purpose: PicturePurpose,
): Promise<string> {
  return dataOf(await upload(server, await somePicture(), purpose)).ticket;
}

/** The raw response of the call that reads a picture: bytes, or an envelope. */
export function readPicture(
  server: Pick<TestServer, 'origin'>,
  id: string,
  token?: string,
): Promise<Response> {
  return fetch(`${server.origin}${ENDPOINTS.readPicture.path}?id=${id}`, {
    headers: token === undefined ? {} : { authorization: token },
  });
}

/** Uploaded pictures of users, and the documents of a verification. */
import type { PicturePurpose } from '../../../contract/schemas/pictures.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { dataOf } from '../users/accounts.ts';
import { somePicture, upload } from '../pictures.ts';
import type { TestServer } from '../servers/test-server.ts';

let bytes: Uint8Array<ArrayBuffer> | undefined;

/** A ticket of a new picture, from an address that has uploaded little. */
export async function ticketFor(
  server: Pick<TestServer, 'origin'>,
  purpose: PicturePurpose,
): Promise<string> {
  bytes ??= await somePicture();
  return dataOf(await upload(server, bytes, purpose, { headers: newClientAddress() })).ticket;
}

/** Documents with their own photos and unused numbers. */
export async function documents(
  server: Pick<TestServer, 'origin'>,
  fields: Partial<RequestInput<'submitVerification'>> = {},
): Promise<RequestInput<'submitVerification'>> {
  const [front_pic, reverse_pic, hand_pic] = await Promise.all([
    ticketFor(server, 'real_name'),
    ticketFor(server, 'real_name'),
    ticketFor(server, 'real_name'),
  ]);
  return {
    id_type: 'passport',
    name: 'Mira Belle',
    card_id: newPassport(),
    front_pic,
    reverse_pic,
    hand_pic,
    ...fields,
  };
}

let passports = 1_000_000;
export const newPassport = (): string => `X${(passports += 1)}`;

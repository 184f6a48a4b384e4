/** A user of the demo exchange for the screenshots: a newcomer with a submission in review. */
import sharp from 'sharp';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { DEMO_PASSWORD } from '../server/kit/demo-accounts.ts';
import type { TestServer } from '../tests/support/test-server.ts';

/** @throws Error with the server's sentence. */
async function dataOf(reply: Response): Promise<Record<string, string>> {
  const { code, msg, data } = (await reply.json()) as {
    code: number;
    msg: string;
    data: Record<string, string>;
  };
  if (code !== 1) throw new Error(msg);
  return data;
}

/** Uploads a picture of a blank card with a name. */
async function pictureTicket({ origin }: TestServer, text: string): Promise<string> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400">
    <rect width="640" height="400" rx="28" fill="#dfe7ee"/><circle cx="130" cy="170" r="70" fill="#9db2c4"/>
    <text x="240" y="180" font-size="44" font-family="sans-serif" fill="#1c2a3a">${text}</text></svg>`;
  const form = new FormData();
  form.set('type', 'real_name');
  const bytes = await sharp(Buffer.from(drawn)).jpeg().toBuffer();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'card.jpg');
  const url = `${origin}${ENDPOINTS.uploadPicture.path}`;
  const { ticket = '' } = await dataOf(await fetch(url, { method: 'POST', body: form }));
  return ticket;
}

/** Submits the documents of the demo newcomer. */
export async function submitDocuments(server: TestServer): Promise<void> {
  const { data } = await server.call('signIn', {
    account: 'demo.newcomer@meridian.test',
    password: DEMO_PASSWORD,
  });
  const fields = {
    id_type: 'passport',
    name: 'Mira Belle',
    card_id: 'X1234567',
    front_pic: await pictureTicket(server, 'Front'),
    reverse_pic: await pictureTicket(server, 'Back'),
    hand_pic: await pictureTicket(server, 'Handheld'),
  } as const;
  const token = data?.accessToken ?? '';
  const answer = await server.call('submitVerification', fields, { token });
  if (answer.code !== 1) throw new Error(answer.msg);
}

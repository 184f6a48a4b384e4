/** kill -9 during uploads of pictures: acknowledged pictures are complete, all others leave nothing behind. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { newClientAddress } from '../../support/client-address.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { dataOf, signUp } from '../../support/identity-people.ts';
import { readPicture, somePicture, upload } from '../../support/pictures.ts';
import { queryServer } from '../../support/server-database.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { TestServer } from '../../support/test-server.ts';
import { eventually } from '../../support/eventually.ts';

const KILLS = 5;
const UPLOADERS = 4;

let server: TestServer;
beforeAll(async () => {
  const env = { SEED: 'none', MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' };
  server = await startTestServer({ env });
});
afterAll(() => server.stop());

/** Uploads until the server is gone, and collects the acknowledged tickets. */
async function uploadOn(bytes: Uint8Array<ArrayBuffer>, tickets: string[]): Promise<void> {
  for (;;) {
    const answer = await upload(server, bytes, 'feedback', { headers: newClientAddress() }).catch(
      () => undefined,
    );
    if (answer === undefined) return;
    if (answer.code === 1) tickets.push(dataOf(answer).ticket);
  }
}

const files = () =>
  readdirSync(path.join(server.dataDir, 'pictures'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
const rows = async () =>
  (await queryServer<{ id: string }>(server, 'select id from pictures order by id')).map(
    ({ id }) => id,
  );

test(`nothing that was answered is lost over ${KILLS} kills, and nothing else stays`, async () => {
  const bytes = await somePicture(1_600, 1_200);
  const answered: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const before = answered.length;
    const uploading = Array.from({ length: UPLOADERS }, () => uploadOn(bytes, answered));
    // When one upload is acknowledged, others are under way.
    await eventually(() => expect(answered.length).toBeGreaterThan(before + kill));
    await server.kill();
    await Promise.all(uploading);
    await server.restart();
  }
  expect(answered.length).toBeGreaterThan(KILLS);
  expect(files()).toEqual(expect.arrayContaining(await rows()));

  const { accessToken: token } = await signUp(server);
  const used: string[] = [];
  for (let at = 0; at < answered.length; at += LIMITS.feedback_pictures_max) {
    const pictures = answered.slice(at, at + LIMITS.feedback_pictures_max);
    const fields = { type: 'other', title: 'Pictures', content: 'Some pictures.' } as const;
    const ticket = await openTicket(server, token, { ...fields, pictures: pictures.join(',') });
    if (ticket.code !== 1) break;
    used.push(...dataOf(ticket).messages.flatMap(({ picture_ids: ids }) => ids));
  }
  expect(used.length).toBeGreaterThanOrEqual(Math.min(answered.length, LIMITS.feedback_open_max));
  for (const id of used) {
    const response = await readPicture(server, id, token);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
  }
  await server.controlAdvance(LIMITS.picture_ticket_valid_ms + HOUR_MS);
  await eventually(
    async () => {
      expect(await rows()).toEqual(used.toSorted());
      expect(files()).toEqual(used.toSorted());
    },
    { interval: 100 },
  );
});

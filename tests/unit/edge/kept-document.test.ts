/** Published documents are compressed once, however often they are requested. */
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import type { Codings } from '../../../server/edge/http/kept-document.ts';
import { publish } from '../../../server/edge/http/published.ts';

test('fifty readers of a document cost two compressions, like one', async () => {
  let compressions = 0;
  const counted = (name: string): Codings[number] => [
    name,
    (bytes) => {
      compressions += 1;
      return Promise.resolve(Buffer.concat([Buffer.from(name), bytes]));
    },
  ];
  const app = fastify();
  publish(app, '/a.json', () => ({ a: 1 }), [counted('br'), counted('gzip')]);
  const ask = (coding: string) =>
    app.inject({ url: '/a.json', headers: { 'accept-encoding': coding } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => ask(n % 2 === 0 ? 'gzip' : 'br, gzip')),
  );

  expect(new Set(answers.map(({ headers }) => headers['content-encoding']))).toEqual(
    new Set(['gzip', 'br']),
  );
  expect(compressions).toBe(2);
  await app.close();
});

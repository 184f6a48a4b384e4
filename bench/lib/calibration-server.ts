/**
 * The calibration: a bare Fastify route with one durable insert, in its own process. Bench figures are
 * divided by its rate. Sends the port to its parent.
 */
import fastify from 'fastify';
import pg from 'pg';
import { connectionOptions } from '../../server/kit/db/database.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../server/kit/log.ts';
import { CALIBRATION_PATH } from './calibration-path.ts';

const [dataDir = '', connections = ''] = process.argv.slice(2);
const postgres = await launchPostgres({ dataDir, log: createLog('silent') });
const pool = new pg.Pool({
  ...connectionOptions(postgres.address, 'calibration'),
  max: Number(connections),
});
// An unhandled error of a lost database connection would end the process.
pool.on('error', () => undefined);
pool.on('connect', (client) => client.on('error', () => undefined));
await pool.query(
  'create table calibration (id bigint generated always as identity primary key, body text not null)',
);
const app = fastify();
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_, body, done) => done(null, body),
);
app.post(CALIBRATION_PATH, async ({ body }) => {
  await pool.query({
    name: 'calibrate',
    text: 'insert into calibration (body) values ($1)',
    values: [body],
  });
  return { code: 1, msg: '', data: null };
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port, pid: process.pid });

process.once('disconnect', () => void stop());

async function stop(): Promise<void> {
  await app.close();
  await pool.end();
  await postgres.stop();
  process.exit();
}

/** A client generated from the OpenAPI document type-checks, and trades with nothing but the document. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypes from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../support/users/accounts.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const PROGRAM = path.join(ROOT, 'tests/support/openapi-client/client.ts.txt');
/** Common compiler settings; the folder is below the project, whose packages it uses. */
const COMPILER = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom'],
  module: 'nodenext',
  types: ['node'],
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
};
const run = promisify(execFile);

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await borrowServer();
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, '.cache', 'openapi-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await giveBack(server);
});

test('signs in, lists markets, places an order and cancels it', async () => {
  const document = (await (await fetch(`${server.origin}/openapi.json`)).json()) as object;
  writeFileSync(path.join(folder, 'schema.ts'), await openapiTypes(document));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const files = ['client.ts'];
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER, files }),
  );
  copyFileSync(PROGRAM, path.join(folder, 'client.ts'));
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
  await run(tsc, ['-p', folder]).catch((error: { readonly stdout: string }) => {
    throw new Error(error.stdout);
  });
  const { email } = await newTrader(server, { USDT: '1000' });

  const { stdout } = await run(process.execPath, [
    path.join(folder, 'client.ts'),
    server.origin,
    email,
    PASSWORD,
  ]);

  expect(JSON.parse(stdout)).toEqual({
    unkeyed: 'idempotency_key_required',
    placed: 'paid',
    cancelled: 'cancelled',
    late: 'command_expired',
    again: 'order_not_open',
  });
});

/** Paths of a server verify its ledger after each history, and once for the same one. */
import { expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { fiatAdModel, fiatBuyAdModel } from '../../qa/models/fiat-ad.model.ts';
import { generatePaths } from '../../qa/paths.ts';
import { newFaults } from '../support/ledger/new-faults.ts';
import type { TestServer } from '../support/servers/test-server.ts';

const FAULT = 'account 1 is not the sum of its entries';

function ledger() {
  const looks = { count: 0 };
  const verifyRecent = async () => [`${FAULT}, look ${(looks.count += 1)}`];
  return { looks, server: { verifyRecent } as unknown as TestServer };
}

test('the faults after each history of the paths are returned, and each history is verified once', async () => {
  const { looks, server } = ledger();
  const paths = [fiatAdModel, fiatBuyAdModel].flatMap((model) => generatePaths(model, 'edge'));
  const histories = new Set<string>();
  for (const path of paths)
    for (let done = 0; done <= path.steps.length; done += 1) {
      const labels = path.steps.slice(0, done).map(({ label }) => label);
      const history = [path.model, ...labels].join(', ');
      const faults = await newFaults(server, path, done);
      expect(faults, history).toEqual(
        histories.has(history) ? [] : [`${FAULT}, look ${looks.count}`],
      );
      histories.add(history);
    }
  expect(looks.count).toBe(histories.size);
  expect(looks.count).toBeGreaterThan(150);
});

test('another server is verified again', async () => {
  const [path] = generatePaths(fiatAdModel, 'edge');
  for (const { server, looks } of [ledger(), ledger()]) {
    expect(await newFaults(server, ensure(path, 'a path'), 0)).toHaveLength(1);
    expect(looks.count).toBe(1);
  }
});

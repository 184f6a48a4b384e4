/** An event that no call of a target can send is not counted as tried there, and the report names it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../contract/assert.ts';
import { readCoverageLog } from '../../qa/coverage-log.ts';
import { expectedOfActor, liveActor } from '../../qa/live-actor.ts';
import { generateRefusals } from '../../qa/paths.ts';
import { runRefusals } from '../../qa/run-path.ts';
import { coverageOf, targetCoverageText } from '../../qa/target-coverage.ts';
import { kettleModel } from './fixtures/kettle.model.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-coverage-'));
  vi.stubEnv('QA_COVERAGE', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const SWITCH_ON = 'kettle.switchOn';
const situations = generateRefusals(kettleModel);
const refused = situations.flatMap((one) => one.refused);
const switchedOn = refused.filter(({ event }) => event.type === SWITCH_ON);

/** Runs all refusals on a machine that stands for a server whose calls `hasCall` describes. */
async function runAll(hasCall: (event: AnyEventObject) => boolean): Promise<void> {
  for (const refusals of situations) {
    using actor = liveActor(kettleModel);
    const send = actor.send.bind(actor);
    const tryRefused = async (event: AnyEventObject) => {
      if (hasCall(event)) await send(event);
      return hasCall(event);
    };
    await runRefusals(refusals, { ...actor, target: 'http', tryRefused }, expectedOfActor);
  }
}
const report = () => coverageOf(kettleModel, readCoverageLog(folder));

test('a refusal for which there is no call counts neither as tried nor as missed', async () => {
  await runAll(({ type }) => type !== SWITCH_ON);

  const { refusals } = ensure(report().targets.http ?? undefined, 'runs');
  expect(switchedOn.length).toBeGreaterThan(0);
  expect(refusals.total).toBe(refused.length);
  expect(refusals.hit).toBe(refused.length - switchedOn.length);
  expect(refusals.missed).toEqual([]);
  expect(refusals.withoutCall).toHaveLength(switchedOn.length);
  const text = targetCoverageText([report()], true);
  expect(text).toContain(`${refusals.hit} of ${refusals.total} (no call for ${switchedOn.length})`);
  for (const id of refusals.withoutCall)
    expect(text).toContain(`\n  no call exists on http: refusals ${id}\n`);
});

test('a refusal that one run could not try and another tried counts as tried', async () => {
  await runAll(() => false);
  expect(report().targets.http?.refusals.hit).toBe(0);

  await runAll(() => true);

  expect(report().targets.http?.refusals).toMatchObject({
    hit: refused.length,
    missed: [],
    withoutCall: [],
  });
});

test('a try that changes the system is noticed after all tries', async () => {
  for (const refusals of situations) {
    using actor = liveActor(kettleModel);
    let isChanged = false;
    const tryRefused = async ({ type }: AnyEventObject) => {
      isChanged ||= type === SWITCH_ON;
      return true;
    };
    const observe = () => (isChanged ? 'changed' : actor.observe());
    const run = runRefusals(refusals, { ...actor, tryRefused, observe }, expectedOfActor);
    const isTried = refusals.refused.some(({ event }) => event.type === SWITCH_ON);
    await (isTried
      ? expect(run).rejects.toThrow(/, then ignored one of: .*"changed"$/s)
      : expect(run).resolves.toBeUndefined());
  }
});

/**
 * Snapshots as databases store them, one per version and kind of situation: each must still be readable, and
 * allow the events it allowed when it was written. `fixtures/stored/<kind>.v<n>.jsonl` of an older version
 * never changes, because a migration handles its records. The file of the present version changes with the
 * rules if snapshots keep their shape: `npx vitest run tests/qa/stored-records.test.ts -u`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ensure } from '../../contract/assert.ts';
import { answeredLetters } from '../../qa/alphabet.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { generatePaths } from '../../qa/paths.ts';
import { RECORD_LIFECYCLES } from '../../server/areas/operator/operator.area.ts';
import type { LifecycleSpec } from '../../server/kit/lifecycle/lifecycles.types.ts';
import { restoreSnapshot, storedSnapshot } from '../../server/kit/lifecycle/stored-snapshots.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures', 'stored');

const golden = z.object({
  /** The events so far. */
  after: z.array(z.string()),
  snapshot: z.object({ value: z.unknown(), context: z.unknown() }),
  /** The allowed events, by their letters in the models. */
  allows: z.array(z.string()),
});
type Golden = z.infer<typeof golden>;
type Snapshot = ReturnType<typeof restoreSnapshot>;

interface Since {
  /** Events that are newer than the file. */
  readonly added: readonly string[];
  /** Events that a newer rule allows, by state. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** Events that a newer rule does not allow any more, by state. */
  readonly refused: Readonly<Record<string, RegExp>>;
}

/** Since version 3, a cap may hold a credit back, and confirmations below the minimum do not count. */
const SINCE_DEPOSIT_2: Since = {
  added: ['its block is 2 deep, over a cap'],
  allowed: {},
  refused: { belowMinimum: /block/ },
};
const SINCE: Readonly<Record<string, Since>> = {
  // A deposit that was final can be lost since version 2.
  'deposit.v1.jsonl': {
    ...SINCE_DEPOSIT_2,
    allowed: { settled: ['a reorganisation removes it'] },
  },
  'deposit.v2.jsonl': SINCE_DEPOSIT_2,
};
const NO_CHANGE: Since = { added: [], allowed: {}, refused: {} };

const modelsOf = (spec: LifecycleSpec) => MODELS.filter(({ machine }) => machine === spec.machine);
const allowed = (spec: LifecycleSpec, snapshot: Snapshot): string[] => [
  ...new Set(
    modelsOf(spec)
      .flatMap((model) => answeredLetters(model, snapshot as never))
      .map(({ label }) => label),
  ),
];

/** One snapshot for every kind of situation of the present machine. */
function present(spec: LifecycleSpec): Golden[] {
  const found = new Map<string, Golden>();
  for (const model of modelsOf(spec)) {
    for (const { start, steps } of generatePaths(model, 'shortest')) {
      for (const count of [0, ...steps.map((_, index) => index + 1)]) {
        const { snapshot } = count === 0 ? start : ensure(steps[count - 1], 'a step');
        const key = `${model.name} ${model.key(snapshot)}`;
        if (found.has(key)) continue;
        found.set(key, {
          after: steps.slice(0, count).map(({ label }) => label),
          snapshot: storedSnapshot(snapshot),
          allows: allowed(spec, snapshot as Snapshot),
        });
      }
    }
  }
  return [...found.values()];
}

describe.each(Object.values(RECORD_LIFECYCLES))('stored records of $kind', (spec) => {
  test('match the file of this version (a new shape raises the version, a new rule is written with -u)', async () => {
    const file = path.join(FOLDER, `${spec.kind}.v${spec.version}.jsonl`);
    const lines = present(spec).map((each) => `${JSON.stringify(each)}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(file);
  });

  const files = readdirSync(FOLDER).filter((name) => name.startsWith(`${spec.kind}.v`));
  test.each(files)('%s are read, and allow the same events as before', (name) => {
    const machineVersion = Number(ensure(/\.v(\d+)\.jsonl$/.exec(name)?.[1], 'a version'));
    const lines = readFileSync(path.join(FOLDER, name), 'utf8').trimEnd().split('\n');
    const stored = lines.map((line) => golden.parse(JSON.parse(line)));
    expect(stored.length).toBeGreaterThan(0);
    for (const { snapshot, allows } of stored) {
      const restored = restoreSnapshot(spec, { machineVersion, snapshot });
      const since = SINCE[name] ?? NO_CHANGE;
      const state = String(snapshot.value);
      const kept = allows.filter((label) => since.refused[state]?.test(label) !== true);
      expect(allowed(spec, restored).filter((label) => !since.added.includes(label))).toEqual([
        ...kept,
        ...(since.allowed[state] ?? []),
      ]);
      if (machineVersion === spec.version) expect(storedSnapshot(restored)).toEqual(snapshot);
    }
  });
});

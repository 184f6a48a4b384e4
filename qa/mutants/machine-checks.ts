/** Checks that notice a fault of a machine: paths and refusals, the committed pages, the rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEventObject } from 'xstate';
import { machinePage } from '../docs/machine-page.ts';
import { expectedOfActor, liveActor } from '../live-actor.ts';
import type { MachineModel } from '../models/model.ts';
import { generatePaths, generateRefusals } from '../paths.ts';
import { runPath, runRefusals } from '../run-path.ts';
import { walkOf, type Rule } from '../rules/rule.ts';
import type { MachineMutant } from './mutant.ts';

/** Returns the names of the checks that notice it. `root` is the folder of the repository. */
export async function checksThatNotice(mutant: MachineMutant, root: string): Promise<string[]> {
  const { model, rules } = mutant;
  const machine = mutant.change(model.machine);
  const wrong: MachineModel = { ...model, machine };
  const caught = {
    'a path of the machine': await isNoticedByPaths(model, machine),
    'a refusal of the machine': await isNoticedByRefusals(model, machine),
    'the committed page': isNoticedByPage(wrong, root),
    ...Object.fromEntries(brokenRules(wrong, rules).map((name) => [`rule: ${name}`, true])),
  };
  return Object.entries(caught).flatMap(([name, isCaught]) => (isCaught ? [name] : []));
}

/** The model's machine is correct, and the running one has the fault. */
const isNoticedByPaths = (model: MachineModel, machine: MachineModel['machine']) =>
  isAnyRefused(generatePaths(model, 'edge'), async (path) => {
    using system = liveActor(model, machine);
    await runPath(path, system, expectedOfActor);
  });

const isNoticedByRefusals = (model: MachineModel, machine: MachineModel['machine']) =>
  isAnyRefused(generateRefusals(model), async (refusals) => {
    using system = liveActor(model, machine);
    await runRefusals(refusals, system, expectedOfActor);
  });

async function isAnyRefused<T>(all: readonly T[], run: (one: T) => Promise<void>) {
  for (const one of all) {
    try {
      await run(one);
    } catch {
      return true;
    }
  }
  return false;
}

/** The model's machine itself has the fault, and only the reviewed, committed page differs. */
function isNoticedByPage(wrong: MachineModel, root: string): boolean {
  const committed = readFileSync(join(root, 'docs/generated/machines', `${wrong.name}.md`), 'utf8');
  return pageOf(wrong) !== committed;
}

/** A machine that cannot be walked has no page. */
function pageOf(model: MachineModel): string | null {
  try {
    return machinePage(model);
  } catch {
    return null;
  }
}

function brokenRules(wrong: MachineModel, rules: readonly Rule[]): string[] {
  const walks = walksOf(wrong);
  return rules
    .filter(({ breach }) => walks.some((walk) => breach(walk) !== null))
    .map(({ name }) => name);
}

/** Returns the paths of the faulty machine, which include events that it should refuse. */
function walksOf(wrong: MachineModel) {
  return eventsOf(wrong).map((sequence) => walkOf(wrong, (_, count) => sequence[count] ?? null));
}

function eventsOf(wrong: MachineModel): (readonly AnyEventObject[])[] {
  try {
    return generatePaths(wrong, 'edge').map(({ steps }) => steps.map(({ event }) => event));
  } catch {
    return [];
  }
}

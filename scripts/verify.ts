/**
 * `npm run verify`: types, lint, format, the graph of the folders and the fast tests. Types are
 * checked at the same time as the rest, because that takes as long as the tests and uses one core.
 * Exit code 1: a check failed.
 */
import { ROOMY_COMPILER } from './roomy-compiler.ts';
import { runStep, runSteps } from './run-step.ts';

const TYPES = {
  command: 'tsc',
  // Several threads would look at the same types several times.
  words: ['-b', '--singleThreaded'],
  env: ROOMY_COMPILER,
};
const OTHERS = [
  { command: 'oxlint', words: [] },
  { command: 'oxfmt', words: ['--check', '.'] },
  { command: process.execPath, words: ['tests/guards/print-folder-graph.ts'] },
  { command: 'vitest', words: ['run', '--project', 'unit'] },
];

const found = await Promise.all([runStep(TYPES, true), runSteps(OTHERS)]);
if (!found.every(Boolean)) process.exitCode = 1;

/**
 * `npm run verify`: types, lint, format, the graph of the folders and the fast tests. Types are looked at
 * at the same time as the rest: that takes as long as the tests do and keeps one core busy. Exit code 1: something was found.
 */
import { runStep, runSteps } from './run-step.ts';

const TYPES = { command: 'tsc', words: ['-b'] };
const OTHERS = [
  { command: 'oxlint', words: [] },
  { command: 'oxfmt', words: ['--check', '.'] },
  { command: process.execPath, words: ['tests/guards/print-folder-graph.ts'] },
  { command: 'vitest', words: ['run', '--project', 'unit'] },
];

const found = await Promise.all([runStep(TYPES, true), runSteps(OTHERS)]);
if (!found.every(Boolean)) process.exitCode = 1;

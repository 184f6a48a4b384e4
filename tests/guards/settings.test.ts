/** The environment variables of a server and the requests of its control interface are documented. */
import { expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { controlCalls } from '../support/servers/control-calls.ts';
import { readTree } from './support/tree.ts';

const files = readTree();
const textOf = (path: string): string =>
  ensure(
    files.find((file) => file.path === path),
    path,
  ).text;
const named = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(({ 1: name = '' }) => name))].toSorted();

test('the table of settings in the README has every variable that a server reads, and no other', () => {
  const read = ['config', 'config-chains', 'config-index', 'config-prices']
    .map((name) => textOf(`server/kit/config/${name}.ts`))
    .join('\n');
  const variables = named(read, /^ {2}([A-Z][A-Z_]+):/gm);
  expect(variables).toContain('TRUST_PROXY');
  const rows = textOf('README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
    .map((line) => line.split('|')[1])
    .join('\n');
  expect(named(rows, /`([A-Z_]+)`/g)).toEqual(variables);
});

test('docs/QA.md has every call of the control interface, and no other', () => {
  const calls = controlCalls();
  expect(calls).toContain('POST /clock/advance');
  expect(named(textOf('docs/QA.md'), /^\| `((?:GET|POST) [^`]+)`/gm)).toEqual(calls);
});

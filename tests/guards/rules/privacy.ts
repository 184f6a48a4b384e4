/** The tree contains no secret and no path of one machine. */
import { dirname } from 'node:path';
import type { Finding } from '../support/finding.ts';
import { lineOf } from '../support/source-file.ts';
import type { TextFile } from '../support/tree.ts';

interface Leak {
  readonly pattern: RegExp;
  readonly message: string;
}

const LEAKS: readonly Leak[] = [
  {
    pattern: /(?<![\w.])\/(?:home|Users)\/[\w.-]+\/|(?<![\w.])\/root\/\w/g,
    message: 'a path of somebody’s machine; make it relative to the repository',
  },
  { pattern: /-{5}BEGIN [A-Z ]*PRIVATE KEY-{5}/g, message: 'a private key; read it from a file' },
  { pattern: /\bAKIA[0-9A-Z]{16}\b/g, message: 'a cloud access key; read it from the environment' },
  {
    pattern:
      /\b(?:ghp|gho|ghs)_\w{36}\b|\bxox[abps]-[\w-]{10,}|\bsk_live_\w{16,}|\bnpm_[A-Za-z0-9]{36}\b/g,
    message: 'a token; read it from the environment',
  },
  {
    pattern:
      /\b[a-z][a-z+]*:\/\/(?!user:password@)[\w-]+:[^\s:@/'"`$<{]{3,}@(?!localhost|127\.|[\w.-]*\b(?:example|test|invalid)\b)/g,
    message: 'an address with a password; read it from the environment',
  },
];

/** @param root absolute path of this checkout; no file may name it or the folder around it. */
export function checkPrivacy(files: readonly TextFile[], root: string): Finding[] {
  const around = dirname(root);
  const here = around === '/' ? [`${root}/`] : [root, `${around}/`];
  return files.flatMap(({ path, text }) => [
    ...LEAKS.flatMap(({ pattern, message }) =>
      [...text.matchAll(pattern)].map(({ index }) => ({
        path,
        line: lineOf(text, index),
        message,
      })),
    ),
    ...here
      .filter((place) => text.includes(place))
      .map((place) => ({
        path,
        line: lineOf(text, text.indexOf(place)),
        message: 'the path of this checkout; make it relative to the repository',
      })),
  ]);
}

/** The golden vectors of the trading products, which were computed before the first line of code, by name. */
import { readFileSync } from 'node:fs';
import { ensure } from '../../contract/assert.ts';

/** Expected figures of a vector, by name. */
export type Figures = Readonly<Record<string, unknown>>;

interface ProductVector {
  /** The situation: a sentence with all numbers that are given. */
  readonly given: string;
  readonly expected: Figures;
  /** The given numbers in their order, as texts. */
  readonly numbers: readonly string[];
}

const FILE = new URL('products-vectors.json', import.meta.url);
const ALL = Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Figures>);

/** Numbers that are not part of a name such as V1 or x20. */
const NUMBER = /(?<![\w.:-])x?(\d+(?:\.\d+)?)(?![\w:-])/g;

export const VECTOR_NAMES = ALL.map(([text]) => text.split(' ')[0] ?? '');

/** @throws AssertionError for an unknown vector. */
export function vectorOf(name: string): ProductVector {
  const [text, expected] = ensure(
    ALL.find(([each]) => each.startsWith(`${name} `)),
    `vector ${name}`,
  );
  const given = text.slice(name.length + 1);
  const numbers = Array.from(given.matchAll(NUMBER), ([, number = '']) => number);
  return { given, expected, numbers };
}

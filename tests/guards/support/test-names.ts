/** The names of tests in a file: titles, the cases of tables that title a row, and the display names of fixtures. */
import { Visitor, type ESTree } from 'vite';
import { lineOf, type SourceFile } from './source-file.ts';

export interface TestName {
  /** The name as written; an inserted value is `%s`. */
  readonly text: string;
  readonly line: number;
}

const TEST_CALLS = /^(?:describe|it|test)$/;
const TABLE_CALLS = /^(?:each|for)$/;
/** Properties of cases and fixtures that tests insert into their titles. */
const DISPLAY_NAMES = /^(?:label|name|title|what)$/;

/** Names in the order of the file; a name of one word is left out, because it is an identifier. */
export function testNamesOf({ text, program }: SourceFile): TestName[] {
  const found: { readonly text: string; readonly start: number }[] = [];
  const add = (node: ESTree.Node | null | undefined): void => {
    const name = textOf(node);
    if (node && name?.includes(' ')) found.push({ text: name, start: node.start });
  };
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!first || !TEST_CALLS.test(rootOf(callee))) return;
      if (callee.type !== 'MemberExpression' || !isTable(callee)) add(first);
      else
        for (const row of rowsOf(first))
          add(row?.type === 'ArrayExpression' ? row.elements[0] : row);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && DISPLAY_NAMES.test(key.name)) add(value);
    },
  }).visit(program);
  return found
    .toSorted((one, other) => one.start - other.start)
    .map(({ text: name, start }) => ({ text: name, line: lineOf(text, start) }));
}

function textOf(node: ESTree.Node | null | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type === 'TemplateLiteral')
    return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('%s');
  return undefined;
}

/** The rows of a table, also of one that is `as const`. */
function rowsOf(node: ESTree.Node): ESTree.ArrayExpression['elements'] {
  if (node.type === 'TSAsExpression') return rowsOf(node.expression);
  return node.type === 'ArrayExpression' ? node.elements : [];
}

const isTable = ({ property }: ESTree.MemberExpression): boolean =>
  property.type === 'Identifier' && TABLE_CALLS.test(property.name);

/** `test` of `test(…)`, `test.skipIf(…)(…)` and `test.each(…)(…)`. */
function rootOf(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : '';
}

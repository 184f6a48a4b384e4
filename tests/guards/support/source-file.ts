/** One parsed TypeScript file, the input of the guards. */
import { dirname, join } from 'node:path/posix';
import { parseSync, Visitor, type ESTree } from 'vite';

export interface Import {
  /** Specifier as written: `./x.ts`, `react`. */
  readonly specifier: string;
  /** Path from the repository root, for a relative specifier. */
  readonly file: string | null;
  /** Package name (`@xstate/react`, `node:fs`), for any other specifier. */
  readonly package: string | null;
  /** Imported names; `*` for a namespace or a dynamic import, empty for side effects. */
  readonly names: readonly string[];
  readonly isTypeOnly: boolean;
  readonly isReExport: boolean;
  readonly line: number;
}

interface Export {
  readonly name: string;
  readonly isType: boolean;
  readonly line: number;
}

interface FunctionSpan {
  readonly name: string;
  readonly line: number;
  /** Lines from the first to the last, without the data of a statechart inside. */
  readonly lines: number;
}

export interface SourceFile {
  /** Path from the repository root, with slashes. */
  readonly path: string;
  readonly text: string;
  /** The text with comments blanked, lines kept. */
  readonly code: string;
  readonly program: ESTree.Program;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly functions: readonly FunctionSpan[];
}

/** @throws Error if the file does not parse. */
export function parseSource(path: string, text: string): SourceFile {
  const result = parseSync(path, text);
  const { module, comments, errors } = result;
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const code = blank(text, comments);
  const toImport = (
    specifier: string,
    names: readonly string[],
    start: number,
    kind: { isTypeOnly?: boolean; isReExport?: boolean } = {},
  ): Import => ({
    specifier,
    ...resolve(path, specifier),
    names,
    isTypeOnly: kind.isTypeOnly ?? false,
    isReExport: kind.isReExport ?? false,
    line: lineAt(start),
  });
  const staticImports = module.staticImports.map(({ moduleRequest, entries, start }) => {
    const names = entries.map(({ importName }) => importName.name ?? '*');
    const isTypeOnly = entries.length > 0 && entries.every(({ isType }) => isType);
    return toImport(moduleRequest.value, names, start, { isTypeOnly });
  });
  const dynamicImports = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const specifier = /^['"](.+)['"]$/.exec(
      text.slice(moduleRequest.start, moduleRequest.end),
    )?.[1];
    return specifier === undefined ? [] : [toImport(specifier, ['*'], start)];
  });
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  const reExports = entries.flatMap(({ moduleRequest, importName, start }) =>
    moduleRequest === null
      ? []
      : [toImport(moduleRequest.value, [importName.name ?? '*'], start, { isReExport: true })],
  );
  return {
    path,
    text,
    code,
    // Most guards look at imports and text alone, and the tree takes most of the time.
    get program() {
      return result.program;
    },
    imports: [...staticImports, ...dynamicImports, ...reExports],
    exports: entries.map(({ exportName, isType, start }) => ({
      name: exportName.kind === 'Default' ? 'default' : (exportName.name ?? '*'),
      isType,
      line: lineAt(start),
    })),
    get functions() {
      return functionSpans(result.program, lineAt);
    },
  };
}

/** Line of `index`, from 1. */
export function lineOf(text: string, index: number): number {
  return lineCounter(text)(index);
}

function lineCounter(text: string): (index: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (index) => starts.findLastIndex((start) => start <= index) + 1;
}

/** @param spans in the order of the text. */
function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  const kept = spans.map(({ start, end }, index) => [
    text.slice(spans[index - 1]?.end ?? 0, start),
    text.slice(start, end).replaceAll(/[^\n]/g, ' '),
  ]);
  return [...kept.flat(), text.slice(spans.at(-1)?.end ?? 0)].join('');
}

function resolve(from: string, specifier: string): Pick<Import, 'file' | 'package'> {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return { file: join(dirname(from), path), package: null };
  const parts = path.split('/');
  const name = path.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? path);
  return { file: null, package: name };
}

type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression;

/** A statechart is data; `describe` blocks are headings. Neither counts as the length of a function. */
const DATA_CALLS = /^(?:createMachine|setup)$/;
const HEADING_CALLS = /^describe$/;

function functionSpans(
  program: ESTree.Program,
  lineAt: (index: number) => number,
): readonly FunctionSpan[] {
  const found: { node: FunctionNode; name: string }[] = [];
  const names = new Map<ESTree.Node, string>();
  const headings = new Set<ESTree.Node>();
  const data: ESTree.Node[] = [];
  const add = (node: FunctionNode): void => {
    if (headings.has(node)) return;
    const own = node.type === 'ArrowFunctionExpression' ? undefined : node.id?.name;
    found.push({ node, name: own ?? names.get(node) ?? 'a function without a name' });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init && id.type === 'Identifier') names.set(init, id.name);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value, key.name);
    },
    CallExpression: (call) => {
      const called = calledName(call);
      if (DATA_CALLS.test(called)) data.push(...call.arguments);
      if (HEADING_CALLS.test(called)) for (const argument of call.arguments) headings.add(argument);
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  const linesOf = ({ start, end }: ESTree.Node): number => lineAt(end) - lineAt(start) + 1;
  return found.map(({ node, name }) => ({
    name,
    line: lineAt(node.start),
    lines:
      linesOf(node) -
      data
        .filter(({ start, end }) => start >= node.start && end <= node.end)
        .reduce((sum, inner) => sum + linesOf(inner), 0),
  }));
}

/** `f` of `f(…)`, `x.f(…)` and `f.each(…)(…)`. */
function calledName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression' && callee.callee.type === 'MemberExpression')
    return callee.callee.object.type === 'Identifier' ? callee.callee.object.name : '';
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return callee.property.name;
  return '';
}

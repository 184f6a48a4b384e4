/** The parts of the index log of a test, and statements that put them back after a test has changed them. */
type Query = (statement: string) => Promise<readonly Record<string, unknown>[]>;

const hex = (bytes: Buffer | null): string =>
  bytes === null ? 'null' : `'\\x${bytes.toString('hex')}'`;

interface StoredPart {
  readonly atMs: number;
  readonly lines: string;
  readonly signature: Buffer | null;
}

/** Returns the parts, the oldest first. */
export async function storedParts(query: Query): Promise<readonly StoredPart[]> {
  const rows = await query('select at_ms, lines, signature from index_parts order by at_ms');
  return rows.map((row) => ({
    atMs: Number(row['at_ms']),
    lines: String(row['lines']),
    signature: row['signature'] as Buffer | null,
  }));
}

/** Returns the statement after which the log has these parts, and no others. */
export const putBack = (parts: readonly StoredPart[]): string =>
  `delete from index_parts; insert into index_parts values ${parts
    .map(({ atMs, lines, signature }) => `(${atMs}, '${lines}', ${hex(signature)})`)
    .join(', ')}`;

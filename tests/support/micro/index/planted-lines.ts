/** False lines of the one signed minute of a test, which follow from each other as true ones do. */
import { ensure } from '../../../../contract/assert.ts';
import { nextHead } from '../../../../contract/figures/index-chain.ts';
import { writeRecord, type IndexRecord } from '../../../../contract/figures/index-record.ts';
import { packLines, unpackLines } from '../../../../server/areas/micro/index/minute-body.ts';
import { CRYPTO } from './memory-index.ts';

type Query = (statement: string) => Promise<readonly Record<string, unknown>[]>;

const hex = (bytes: Buffer): string => `'\\x${bytes.toString('hex')}'`;

/** Statements that store them. @param prices ticks of the index and of its sources in the true lines, and in the false ones. */
export const plantedLines = (
  query: Query,
  prices: { readonly from: number; readonly to: number },
) => ({
  /** Replaces the true lines. */
  async lines(): Promise<string> {
    return `update index_bodies set body = ${await bodyOf(await falseRecords(query, prices))}`;
  },

  /** Adds a minute of the same time and of a segment so much later, which the exchange has not signed. */
  async minute(later: 1 | -1): Promise<string> {
    const records = await falseRecords(query, prices);
    const lines = records.map(writeRecord);
    const [signed] = await query("select encode(head, 'hex') as head from index_minutes");
    const before = String(ensure(signed, 'a signed minute')['head']);
    const head = lines.reduce((last, line) => nextHead(CRYPTO.sha256, last, line), before);
    return `
      insert into index_minutes select instrument, minute_ms, segment + (${later}), hours, first_ms, last_ms, ${lines.length}, head,
        '\\x${head}', signature, orders_up, orders_down from index_minutes;
      insert into index_bodies select instrument, minute_ms, segment + (${later}), ${await bodyOf(records)} from index_bodies`;
  },
});

const bodyOf = async (records: readonly IndexRecord[]): Promise<string> =>
  hex(await packLines(records.map(writeRecord), records));

async function falseRecords(
  query: Query,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly IndexRecord[]> {
  const [row] = await query('select body from index_bodies');
  const { records } = await unpackLines(ensure(row, 'a body')['body'] as Buffer);
  return records.map((record) =>
    record.ticks === from
      ? { ...record, ticks: to, sources: record.sources.map((each) => ({ ...each, ticks: to })) }
      : record,
  );
}

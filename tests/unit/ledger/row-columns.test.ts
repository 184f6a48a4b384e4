/** Rows as one array parameter per column, in the text format of PostgreSQL. */
import { expect, test } from 'vitest';
import { areFew, RowColumns } from '../../../server/ledger/writer/row-columns.ts';

interface Row {
  readonly id: number;
  readonly units: bigint;
  readonly text: string | null;
}

const columns = new RowColumns<Row>([
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'units', type: 'numeric', of: (row) => row.units },
  { name: 'text', type: 'text', of: (row) => row.text },
]);

test('a column is one array, and texts are quoted', () => {
  const texts = ['plain', null, 'NULL', '', 'a,b', '{c}', String.raw`d"e\f`];
  const rows = texts.map((text, index) => ({ id: index, units: -(10n ** 30n), text }));
  expect(columns.values(rows.slice(0, 2))).toEqual([
    '{0,1}',
    `{-1${'0'.repeat(30)},-1${'0'.repeat(30)}}`,
    '{"plain",NULL}',
  ]);
  expect(columns.values(rows)[2]).toBe(String.raw`{"plain",NULL,"NULL","","a,b","{c}","d\"e\\f"}`);
});

test('a column repeats texts and numbers that are alike', () => {
  const rows = ['1', '1', null, null, '1'].map((text) => ({ id: 0, units: 5n, text }));
  expect(columns.values(rows)).toEqual(['{0,0,0,0,0}', '{5,5,5,5,5}', '{"1","1",NULL,NULL,"1"}']);
});

test('JSON is quoted like every text', () => {
  const payload = { line: 'a\nb\t"c"\\d', lone: '\uD800', text: 'é 🙂 \u2028 \u007F' };
  const json = JSON.stringify(payload);
  const column = (type: string) =>
    new RowColumns<Row>([{ name: 'text', type, of: (row) => row.text }]);
  const rows = [{ id: 1, units: 0n, text: json }];
  expect(column('jsonb').values(rows)).toEqual(column('text').values(rows));
});

test('no rows are empty arrays', () => {
  expect(columns.values([])).toEqual(['{}', '{}', '{}']);
});

test('values of many rows are unnested', () => {
  expect(columns.unnest(4)).toBe(
    '(select value_0 as id, value_1 as units, value_2 as text from rows from (unnest($4::bigint[]), unnest($5::numeric[]), ' +
      'unnest($6::text[]), generate_subscripts($4::bigint[], 1)) as each (value_0, value_1, value_2, place))',
  );
  expect(columns.names('v.')).toBe('v.id, v.units, v.text');
  expect(columns.count).toBe(3);
});

test('all values of few rows are read by place', () => {
  expect([areFew(1), areFew(1_000)]).toEqual([true, false]);
  expect(columns.numbered(1, true)).toBe(
    '(select ($1::bigint[])[place] as id, ($2::numeric[])[place] as units, ($3::text[])[place] as text, place ' +
      'from rows from (generate_subscripts($1::bigint[], 1)) as each (place))',
  );
});

/** The guard of buttons that send a command once. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkOfflineButtons, SENDING_VIEWS } from './rules/offline-buttons.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readJson, readSources } from './support/tree.ts';

const NAMESPACES = ['feedback', 'fiat', 'fiat-merchant', 'ieo', 'parts', 'staking', 'wallet'];

test('each view that sends a command once is disabled while the device is offline', () => {
  expect(lines(checkOfflineButtons(readSources()))).toEqual([]);
});

test.each(NAMESPACES)('%s: the note of the button says the same', (namespace) => {
  const texts = readJson(`locales/en-US/${namespace}.json`, z.unknown());

  expect(/"noConnection":"([^"]+)"/.exec(JSON.stringify(texts))?.[1]).toBe(
    'No connection. You can continue once it’s back.',
  );
});

describe('a button that works offline is found', () => {
  const found = (path: string, text: string) =>
    // Rows whose view is not planted are findings too.
    lines(checkOfflineButtons(planted({ [`src/views/${path}`]: text }))).filter((line) =>
      line.startsWith(`src/views/${path}:`),
    );

  test.each([...SENDING_VIEWS])('%s: in place of the connected one', (path) => {
    expect(found(path, 'export const A = () => <Button onClick={send} />;')).toEqual([
      expect.stringContaining('has 0 ConnectedButton and must have 1'),
    ]);
  });

  test.each([
    ['a kit button', '<Button type="submit" />'],
    ['a plain button', '<button type="submit" />'],
    ['a computed type', '<Button type={type} />'],
  ])('%s in a new form', (_what, button) => {
    expect(found('fiat/a.tsx', `export const A = () => ${button};`)).toEqual([
      expect.stringContaining('use ConnectedButton'),
    ]);
  });

  test('a connected button without a row', () => {
    expect(found('fiat/a.tsx', 'export const A = () => <ConnectedButton />;')).toEqual([
      expect.stringContaining('needs a row in SENDING_VIEWS'),
    ]);
  });

  test('a row of a view that submits no form', () => {
    expect(found('micro/verify-paste.tsx', 'export const A = () => <Button />;')).toEqual([
      expect.stringContaining('take its row away'),
    ]);
  });
});

/** Retries of texts that do not arrive, and the text shown instead. */
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { filledUp } from '../../../scripts/texts-plugin.ts';
import { startI18n } from '../../../src/i18n/i18n.ts';
import { loadTexts } from '../../../src/i18n/locale-files.ts';

const OWN = 'fr-FR/common.json';
const DEFAULT = 'zh-CN/common.json';
const LONG_MS = 3_600_000;

let page: EventTarget;
let asked: string[];
let served: Record<string, unknown>;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  asked = [];
  served = {};
  vi.stubGlobal('TEXTS_URL', '/texts');
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('fetch', (url: string) => {
    const file = url.split('/').slice(-2).join('/');
    asked.push(file);
    return Object.hasOwn(served, file)
      ? Promise.resolve(Response.json(served[file]))
      : Promise.reject(new TypeError('no network'));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const load = (onStale = vi.fn()) => loadTexts('fr-FR', 'common', vi.fn(), onStale);

test('texts that do not arrive are replaced by those of zh-CN after a few tries', async () => {
  served = { [DEFAULT]: { hello: '您好' } };
  const texts = load();
  await vi.advanceTimersByTimeAsync(LONG_MS);

  expect(asked).toEqual([OWN, OWN, OWN, OWN, OWN, DEFAULT]);
  await expect(texts).resolves.toEqual({ hello: '您好' });
});

test.each(['online', 'pointerdown'])(
  'the texts of the page language are requested again at %s',
  async (sign) => {
    served = { [DEFAULT]: {} };
    const onStale = vi.fn();
    void load(onStale);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(onStale).not.toHaveBeenCalled();
    page.dispatchEvent(new Event(sign));
    page.dispatchEvent(new Event(sign));
    await vi.advanceTimersByTimeAsync(0);

    expect(onStale).toHaveBeenCalledOnce();
  },
);

test.each(['online', 'focus', 'keydown'])(
  'after nothing arrives, no more texts are requested until %s',
  async (sign) => {
    const texts = load();
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(asked).toHaveLength(6);
    served = { [OWN]: { hello: 'Bonjour' } };
    page.dispatchEvent(new Event(sign));

    await expect(texts).resolves.toEqual({ hello: 'Bonjour' });
    expect(asked).toHaveLength(7);
  },
);

test('the page shows zh-CN while its own language is missing, and its own once that arrives', async () => {
  served = { [DEFAULT]: { action: { retry: '重试' } } };
  vi.stubGlobal('document', { documentElement: {} });
  const start = startI18n('fr-FR', vi.fn());
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await start;
  const retry = () => i18next.t('action.retry');
  expect(retry()).toBe('重试');
  const shown = new Promise((resolve) => i18next.on('languageChanged', resolve));
  served = { [OWN]: { action: { retry: 'Réessayer' } } };
  page.dispatchEvent(new Event('online'));

  await expect(shown).resolves.toBe('fr-FR');
  expect(retry()).toBe('Réessayer');
});

test('a text that is missing in a file is taken from zh-CN', () => {
  const source = { title: '标题', action: { save: '保存', close: '关闭' } };
  expect(filledUp({ action: { save: 'Enregistrer' } }, source)).toEqual({
    title: '标题',
    action: { save: 'Enregistrer', close: '关闭' },
  });
});

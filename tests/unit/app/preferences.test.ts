/** Theme, language and favorites: defaults, storage, other tabs, broken values. */
import { describe, expect, test, vi } from 'vitest';
import { LOCALES } from '../../../contract/languages.ts';
import { createPreferenceStore } from '../../../src/app/core/preferences/preferences.ts';
import { createMemoryBrowser } from '../../support/memory-browser.ts';

const german = { prefersDark: true, wishes: ['de-AT', 'en'] };

describe('a preference that was never chosen', () => {
  test('follows the system and the browser', () => {
    const preferences = createPreferenceStore(createMemoryBrowser().openTab(), german);

    expect(preferences.get()).toEqual({ theme: 'dark', locale: 'de-DE', favoriteIds: [] });
  });

  test('is simplified Chinese when the browser has none of the ten languages', () => {
    const wishes = ['pl-PL'];
    const store = createMemoryBrowser().openTab();

    expect(createPreferenceStore(store, { prefersDark: false, wishes }).get()).toMatchObject({
      theme: 'light',
      locale: 'zh-CN',
    });
  });
});

describe('a choice', () => {
  test('is kept for the next start', () => {
    const browser = createMemoryBrowser();
    const chosen = { theme: 'light', locale: 'th-TH', favoriteIds: [3, 1] } as const;

    createPreferenceStore(browser.openTab(), german).set(chosen);

    expect(createPreferenceStore(browser.openTab(), german).get()).toEqual(chosen);
  });

  test.each(LOCALES)('of %s is kept under the same key as before', (locale) => {
    const browser = createMemoryBrowser();

    createPreferenceStore(browser.openTab(), german).set({ locale });

    expect(browser.texts.get('meridian.locale')).toBe(locale);
    expect(createPreferenceStore(browser.openTab(), german).get().locale).toBe(locale);
  });

  test('shows in the other tabs', () => {
    const browser = createMemoryBrowser();
    const here = createPreferenceStore(browser.openTab(), german);
    const there = createPreferenceStore(browser.openTab(), german);
    const changed = vi.fn<() => void>();
    there.subscribe(changed);

    here.set({ theme: 'light' });

    expect(there.get().theme).toBe('light');
    expect(changed).toHaveBeenCalledOnce();
  });
});

test.each(['{', '{"1":2}', '["1",null,2.5]', 'null'])('broken favorites %s are ignored', (text) => {
  const browser = createMemoryBrowser();
  browser.texts.set('meridian.favourites', text);

  expect(createPreferenceStore(browser.openTab(), german).get().favoriteIds).toEqual([]);
});

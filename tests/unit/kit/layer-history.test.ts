/** Back closes open layers before it leaves the page, on a history like a browser's. */
import { expect, test } from 'vitest';
import { LayerHistory } from '../../../src/ui/layer-history.ts';

interface Entry {
  readonly path: string;
  readonly state: { readonly key: string; readonly layers?: number };
}

/** A history with two pages, on the second in that state; `turn` executes `travels`. */
function openPage(first: Entry['state'] = { key: 'chart' }) {
  let entries: Entry[] = [
    { path: '/home', state: { key: 'home' } },
    { path: '/chart', state: first },
  ];
  let at = 1;
  let tasks: (() => void)[] = [];
  let travels: number[] = [];
  let heard: (event: Event) => void = () => undefined;
  const seenByRouter: string[] = [];
  const here = (): Entry => entries[at] as Entry;
  const put = (index: number, entry: Entry) => {
    entries = [...entries.slice(0, index), entry];
    at = index;
  };
  const layers = new LayerHistory({
    history: {
      get state() {
        return here().state;
      },
      pushState: (state: Entry['state']) => put(at + 1, { path: here().path, state }),
      go: (delta = 0) => void travels.push(delta),
    },
    location: {
      get pathname() {
        return here().path;
      },
    },
    addEventListener: (_, listener) => {
      heard = listener;
    },
    setTimeout: (task, delayMs) => {
      if (delayMs === 0) tasks.push(task);
      return 1;
    },
    clearTimeout: () => undefined,
  });
  function arrive(delta: number): void {
    at += delta;
    let isHidden = false;
    const event = { stopImmediatePropagation: () => void (isHidden = true) };
    heard(event as unknown as Event);
    if (!isHidden) seenByRouter.push(here().path);
  }
  return {
    layers,
    seenByRouter,
    path: () => here().path,
    entries: () => entries.map(({ path }) => path),
    push: (path: string) => put(at + 1, { path, state: { key: path } }),
    replace: (path: string, key = `${path}'`) =>
      void (entries = entries.with(at, { path, state: { key } })),
    back: () => arrive(-1),
    forward: () => arrive(1),
    /** Runs until nothing is left to do. */
    turn() {
      while (tasks.length > 0 || travels.length > 0) {
        const [task, ...laterTasks] = tasks;
        const [travel, ...laterTravels] = travels;
        if (task === undefined) {
          travels = laterTravels;
          arrive(travel ?? 0);
        } else {
          tasks = laterTasks;
          task();
        }
      }
    },
  };
}

/** An open sheet that closes on request. */
function openSheet({ layers }: ReturnType<typeof openPage>) {
  const sheet = { isOpen: true, close: () => undefined as void };
  const end = layers.open(() => sheet.close());
  sheet.close = () => {
    sheet.isOpen = false;
    end();
  };
  return sheet;
}

test('back closes the sheet, and only the next one leaves the page', () => {
  const page = openPage();
  const sheet = openSheet(page);
  page.turn();
  page.back();
  page.turn();
  expect(sheet.isOpen).toBe(false);
  expect(page.seenByRouter).toEqual([]);
  page.back();
  expect(page.seenByRouter).toEqual(['/home']);
});

test('a page whose entry has lost the layers of before a reload stays when a sheet opens', () => {
  const page = openPage({ key: 'chart', layers: 1 });
  page.replace('/chart', 'chart');
  const sheet = openSheet(page);
  page.turn();
  expect(page.entries()).toEqual(['/home', '/chart', '/chart']);
  page.back();
  page.turn();
  expect(sheet.isOpen).toBe(false);
  expect(page.path()).toBe('/chart');
  expect(page.seenByRouter).toEqual([]);
});

test('nested sheets close one by one', () => {
  const page = openPage();
  const lower = openSheet(page);
  page.turn();
  const upper = openSheet(page);
  page.turn();
  page.back();
  page.turn();
  expect([lower.isOpen, upper.isOpen]).toEqual([true, false]);
  page.back();
  page.turn();
  expect(lower.isOpen).toBe(false);
  expect(page.path()).toBe('/chart');
});

test('a sheet closed by its button leaves nothing to go back through', () => {
  const page = openPage();
  const sheet = openSheet(page);
  page.turn();
  sheet.close();
  page.turn();
  page.back();
  expect(page.seenByRouter).toEqual(['/home']);
});

test('a sheet that opens as another closes replaces it in the history', () => {
  const page = openPage();
  const first = openSheet(page);
  page.turn();
  first.close();
  const second = openSheet(page);
  page.turn();
  expect(page.entries()).toEqual(['/home', '/chart', '/chart']);
  page.back();
  expect(second.isOpen).toBe(false);
});

test('a link inside leaves page and new page, a link that replaces only the new page', () => {
  const page = openPage();
  openSheet(page).isOpen = true;
  page.turn();
  page.layers.take(() => page.push('/trade'));
  page.turn();
  expect(page.entries()).toEqual(['/home', '/chart', '/trade']);
  const other = openPage();
  const sheet = openSheet(other);
  other.turn();
  sheet.close();
  other.layers.take(() => other.replace('/chart?id=2'));
  other.turn();
  // The sheet's entry lies ahead; the next page cuts it off.
  expect(other.path()).toBe('/chart?id=2');
  other.back();
  expect(other.seenByRouter).toEqual(['/home']);
});

test('forward does not lead to a sheet that is closed', () => {
  const page = openPage();
  const sheet = openSheet(page);
  page.turn();
  page.back();
  page.turn();
  page.forward();
  page.turn();
  expect(sheet.isOpen).toBe(false);
  page.back();
  expect(page.seenByRouter).toEqual(['/home']);
});

test('a sheet that cannot be closed now stays, and back still does not leave the page', () => {
  const page = openPage();
  page.layers.open(() => undefined);
  page.turn();
  for (let count = 0; count < 3; count += 1) {
    page.back();
    page.turn();
  }
  expect(page.seenByRouter).toEqual([]);
});

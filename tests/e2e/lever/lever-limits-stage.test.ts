/** Bounds of the lots, warnings before a stop-out, its marks, a limit that waits, a long ticket, midnight, and large letters, on the contract screens on a stage. */
import { expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import { DESKTOP, PHONE, PHONE_SMALL } from '../../support/pages/app-page.ts';
import { cutTexts, doubleTextSize, hasLargeText } from '../../support/pages/cut-texts.ts';
import { violations } from '../../support/operator/console-page.ts';
import { lotsField } from '../../support/lever/lever-page.ts';
import { MARKETS, STAGE_NOW_MS } from '../../support/lever/stage/stage-data.ts';
import { useStage } from '../../support/lever/stage/use-stage.ts';

const { open, answer, setMark } = useStage();

test('a stop-loss beyond the stop-out price is allowed, and ticket, chart, and form name that price', async () => {
  const page = await open('/lever', PHONE);
  await page.getByTestId('risk-meter').waitFor();
  const warning = page.getByTestId('stop-out-first');
  await lotsField(page).fill('25');
  await page.getByRole('checkbox').check();
  const stopLoss = page.getByRole('textbox', { name: /^Stop loss/ });
  // The account is stopped out at 84,770.03 after this opening.
  await stopLoss.fill('84770.03');
  await page.getByText('Profit or loss there').waitFor();
  expect(await warning.count()).toBe(0);
  await stopLoss.fill('84770.02');
  await warning.getByText('Liquidation comes first, at 84,770.03.').waitFor();
  expect(await page.getByText('Profit or loss there').count()).toBe(0);
  const hint = await stopLoss.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${hint}"]`).innerText()).toContain('Liquidation comes first');
  expect(await violations(page)).toEqual([]);
  await stopLoss.fill('');

  const slider = page.getByRole('slider', { name: 'Stop loss, Long 250 lots ×20' });
  const chip = page.getByTestId('dragged-target');
  await slider.focus();
  await page.keyboard.press('ArrowDown');
  await chip.getByTestId('profit').waitFor();
  // The loss of the other market brings the price of vector V7 between the mark and the stop.
  await setMark(2, '4480');
  await chip.getByText('Liquidation comes first').waitFor();
  expect(await chip.getByTestId('profit').count()).toBe(0);
  await chip.getByRole('button', { name: 'Cancel' }).click();

  const card = page.getByTestId('position').filter({ hasText: 'BTC/USDT' });
  await card.getByRole('button', { name: 'Edit TP/SL' }).click();
  await page.getByRole('dialog').getByText('Liquidation comes first').waitFor();
});

test('an untouched ticket names the lots of its market, and those that the account pays at its multiple', async () => {
  const page = await open('/lever', PHONE);
  await page.getByTestId('risk-meter').waitFor();
  const bounds = page.getByTestId('lots-bounds');
  await bounds.getByText('1 to 100,000 lots. Available margin covers up to 101.').waitFor();
  const hint = await lotsField(page).getAttribute('aria-describedby');
  expect(await page.locator(`[id="${hint}"]`).innerText()).toContain('1 to 100,000 lots.');
  await page.getByRole('radio', { name: '×20' }).check({ force: true });
  await bounds.getByText('covers up to 402.').waitFor();
  // The most lots are the last ones that the ticket accepts.
  await lotsField(page).fill('402');
  await page.getByTestId('figure-margin').waitFor();
  expect(await page.getByText('Not enough available margin').count()).toBe(0);
  await lotsField(page).fill('403');
  await page.getByText('Not enough available margin').waitFor();
  expect(await violations(page)).toEqual([]);
  await lotsField(page).fill('');
  // The loss of the other market leaves nothing.
  await setMark(2, '5500');
  await bounds.getByText('Available margin is too low for an order.').waitFor();
});

test('on a desktop the button and its outcome stay in view below a long ticket', async () => {
  const page = await open('/lever', DESKTOP);
  const button = page.getByTestId('open-position');
  const outcome = page.getByTestId('lever-outcome');
  const isInView = (part: typeof button) =>
    part.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight);
  await page.getByRole('checkbox').check();
  await page.getByRole('textbox', { name: /^Stop loss/ }).waitFor();
  expect(await isInView(button)).toBe(true);
  // Each part that gets the focus, from the top of the page, is above the button.
  const covered = await button.evaluate((element) => {
    const parts = [...(element.closest('form')?.querySelectorAll('button, input') ?? [])];
    return parts.flatMap((part) => {
      if (!(part instanceof HTMLElement) || part === element) return [];
      for (let at: Element | null = part; at !== null; at = at.parentElement) at.scrollTop = 0;
      part.focus();
      const isCovered = part.getBoundingClientRect().bottom > element.getBoundingClientRect().top;
      return isCovered ? [part.innerText] : [];
    });
  });
  expect(covered).toEqual([]);
  await lotsField(page).fill('25');
  // From the field, because a click would scroll the button into view.
  await page.keyboard.press('Enter');
  await outcome.getByText('Position opened at 97,269.45.').waitFor();
  expect(await isInView(outcome)).toBe(true);
});

test('the focus on a part far down scrolls the screen alone, never the frame around it', async () => {
  const page = await open('/lever', PHONE);
  await page.getByTestId('open-position').focus();
  // A frame that has moved takes header and tabs out of the window.
  const frame = () => page.evaluate(() => document.scrollingElement?.scrollHeight);
  expect(await frame()).toBe(PHONE.height);
});

test('a pending order shows why it waits while the mark is at its limit', async () => {
  const page = await open('/lever-my-trade?tab=pending', PHONE);
  const wait = page.getByTestId('pending-order').getByText(/waits until the price sources agree/);
  await page.getByTestId('risk-meter').waitFor();
  // The last mark at which a long with a limit of 93,000.00 and a spread of 0.02 % opens.
  await setMark(1, '92981.4', 'apart');
  await wait.waitFor();
  expect(await violations(page)).toEqual([]);
  await setMark(1, '92981.41', 'apart');
  await wait.waitFor({ state: 'detached' });
});

test('midnight and the announced end of a market show on an open page, while its market is closed', async () => {
  const page = await open('/lever-my-trade', DESKTOP);
  await page.clock.install({ time: STAGE_NOW_MS });
  await open('/lever-my-trade', DESKTOP);
  const meter = page.getByTestId('risk-meter');
  await meter.getByText('4,173.27 USDT').waitFor();
  await setMark(1, '95000', 'closed');
  await setMark(2, '3500', 'closed');
  // The gaps of both markets, so that no mark comes later.
  await meter.getByTestId('set-aside-sum').getByText('3,425.00 USDT').waitFor();
  const card = page.getByTestId('position').filter({ hasText: 'BTC/USDT' });
  await card.getByText(/^7\.30 USDT in 1[12]:/).waitFor();

  // The fees of the night, of 7.29520875 and 3.077379 USDT.
  await page.evaluate((ms) => window.stage.pass(ms), 12 * HOUR_MS);
  await meter.getByText('4,162.90 USDT').waitFor();
  await meter.getByText('185.7%').waitFor();
  await card.getByText(/^7\.30 USDT in 3[56]:/).waitFor();

  const ending = MARKETS.map((market) => ({ ...market, ends_at: STAGE_NOW_MS + 48 * HOUR_MS }));
  await answer('listLeverMarkets', { code: 1, msg: '', data: ending });
  await page.clock.fastForward(15 * SECOND_MS);
  await card.getByText(/^This contract ends at/).waitFor();
});

test('a stopped-out order names the mark of each other market, and says which had no price', async () => {
  const page = await open('/lever-my-trade?tab=history', PHONE);
  await page.getByTestId('lever-history-row').getByRole('link').click();
  const others = page.getByTestId('other-marks');
  await others.getByRole('heading', { name: 'ETH/USDT at the liquidation' }).waitFor();
  const shown = await others.getByTestId('mark-sources').allInnerTexts();
  expect(shown).toHaveLength(1);
  for (const text of ['3,512.25', 'Nov 19, 2026 10:32:00', 'delta (640 ms earlier)', '3,512.30'])
    expect(shown[0]).toContain(text);
  await others.getByText('This contract had no live price then.').waitFor();
  expect(await violations(page)).toEqual([]);
});

// The last one, because the page keeps its size.
test('a loss of more than the margin fits a small phone with text twice as large', async () => {
  const page = await open('/lever-my-trade', PHONE);
  await page.getByTestId('profit').first().waitFor();
  await page.setViewportSize(PHONE_SMALL);
  await doubleTextSize(page);
  await expect.poll(() => hasLargeText(page)).toBe(true);
  await setMark(1, '46000');
  const loss = page.getByTestId('profit').filter({ hasText: '-12,817.37 USDT (-1,054.18%)' });
  await loss.waitFor();
  expect(await cutTexts(page)).toEqual([]);
});

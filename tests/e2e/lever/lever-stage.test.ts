/** The contract screens on a stage: the whole client with a server, socket, clock and storage of its own. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { CommandOutcome } from '../../../contract/schemas/command.ts';
import { DESKTOP, PHONE } from '../../support/pages/app-page.ts';
import { violations } from '../../support/operator/console-page.ts';
import {
  ACCOUNT,
  CLOSED,
  CONTRACT_BALANCE,
  DETAIL,
  LONG,
  PENDING,
} from '../../support/lever/stage/stage-data.ts';
import { useStage } from '../../support/lever/stage/use-stage.ts';

const { open: openPage, answer, commands, setMark, sayEvent } = useStage();
let page: Page;

async function openStage(path: string, viewport = PHONE): Promise<Page> {
  page = await openPage(path, viewport);
  await page.getByTestId('risk-meter').waitFor();
  return page;
}

/** The outcome of an order whose answer was lost. */
const FOUND: CommandOutcome = { state: 'executed', record_id: LONG.id, error: null };

const lotsField = (): Locator => page.getByRole('textbox', { name: /^Lots/ });
const figure = (name: string): Locator => page.getByTestId(`figure-${name}`);
const handle = (name: string): Locator => page.getByRole('slider', { name });

test('the account shows the figures of the formulas at the live marks, and follows them', async () => {
  await openStage('/lever');
  const meter = page.getByTestId('risk-meter');
  await meter.getByText('186.16%').waitFor();
  await meter.getByText('4,173.27 USDT').waitFor();
  await meter.getByText('1,931.61 USDT').waitFor();
  expect(await meter.getByRole('meter').getAttribute('aria-valuetext')).toBe(
    '186.16%, Margin covered',
  );
  await setMark(1, '84000');
  await expect.poll(() => meter.getAttribute('data-level')).toBe('danger');
  await page.getByTestId('mark').getByText('84,000.00').waitFor();
});

test('the ticket shows cost, stop-out price and ratio after the opening, and sends the order once', async () => {
  await openStage('/lever');
  await lotsField().fill('25');
  await figure('margin').getByText('475.10 USDT').waitFor();
  await figure('stopOutAfter').getByText('84,770.03').waitFor();
  await figure('ratioAfter').getByText('153.55%').waitFor();
  await figure('ratioAfter').click();
  await page.getByRole('dialog').getByText('÷ 2,716.76 USDT = 153.55%').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const open = page.getByTestId('open-position');
  await open.getByText('Open long · 476.29 USDT').waitFor();
  await open.click();
  await page.getByTestId('lever-outcome').getByText('Position opened at 97,269.45.').waitFor();
  expect(await commands()).toEqual([
    {
      name: 'placeLeverOrder',
      fields: {
        lever_market_id: '1',
        direction: 'long',
        type: 'market',
        lots: '25',
        multiple: '5',
        // 0.5 % above the entry price of 95,019.00.
        worst_price: '95494.1',
        // Lines as they stand on the screen.
        fee_ppm: '500',
        night_ppm: '300',
      },
    },
  ]);
  await expect.poll(() => lotsField().inputValue()).toBe('');
});

test('a market order that lapses says so instead of waiting', async () => {
  await openStage('/lever');
  const waiting = { ...PENDING, id: '110', type: 'market', price: null, reserve: '0' } as const;
  await page.evaluate(
    (data) => window.stage.answer('placeLeverOrder', { code: 1, msg: '', data }),
    waiting,
  );
  await lotsField().fill('25');
  await page.getByTestId('open-position').click();
  const outcome = page.getByTestId('lever-outcome');
  await outcome.getByText('It opens if the price sources agree within 2 s.').waitFor();
  const lapsed = { ...waiting, state: 'cancelled', cancel_reason: 'price_moving', revision: 2 };
  await sayEvent(2, { kind: 'lever_order', record: lapsed });
  await outcome
    .getByText('The order didn’t open. The price sources didn’t agree in time.')
    .waitFor();
});

test('a closed market keeps a gap in the account, and header and ticket name it', async () => {
  await openStage('/lever', DESKTOP);
  await setMark(2, '3500', 'closed');
  const meter = page.getByTestId('risk-meter');
  await meter.getByTestId('set-aside-sum').getByText('1,050.00 USDT').waitFor();
  await meter.getByTestId('usable').getByText('881.61 USDT').waitFor();
  const why = 'ETH/USDT is closed. 1,050.00 USDT stays in your contract account';
  await page.getByTestId('set-aside').getByText(why).waitFor();
  await meter.getByRole('button', { name: 'Available margin' }).click();
  await page.getByRole('dialog').getByText(why).waitFor();
});

const setAccount = (data: typeof ACCOUNT) => answer('getLeverAccount', { code: 1, msg: '', data });

test.each([
  [
    'a canceled order',
    {
      kind: 'lever_order',
      record: { ...PENDING, state: 'cancelled', cancel_reason: 'user', reserve: '0', revision: 2 },
    },
  ],
  ['a transfer', { kind: 'balance', record: { ...CONTRACT_BALANCE, available: '5000' } }],
])('a debt says what it means, and is gone when %s has repaid it', async (_, repaid) => {
  await openStage('/lever-my-trade');
  await setAccount({ ...ACCOUNT, debt: '19.67555' });
  await sayEvent(2, { kind: 'lever_order', record: { ...CLOSED, id: '101', revision: 9 } });
  const debt = page.getByTestId('debt');
  await debt.getByText('19.68 USDT is owed for closed positions.').waitFor();
  await setAccount(ACCOUNT);
  await sayEvent(3, repaid);
  await debt.waitFor({ state: 'detached' });
});

test('the figures of account and position have their formulas', async () => {
  await openStage('/lever-my-trade');
  const dialog = page.getByRole('dialog');
  await page.getByTestId('risk-meter').getByRole('button', { name: 'Equity' }).click();
  await dialog.getByText('= 4,173.27 USDT').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  const card = page.getByTestId('position').filter({ hasText: 'BTC/USDT' });
  await card.getByRole('button', { name: 'Profit or loss' }).click();
  await dialog.getByText('(95,000.00 − 97,269.45) × 250 × 0.001 BTC = -567.37 USDT').waitFor();
});

test('an order whose answer is lost is asked for, not sent again, and found', async () => {
  await openStage('/lever');
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  // Texts that the page needs now cannot be loaded, as without a connection.
  await page.route('**/wallet.json', (route) => route.abort());
  await answer('placeLeverOrder', 'lost');
  await answer('getCommandOutcome', 'lost');
  await lotsField().fill('25');
  await page.getByTestId('open-position').click();
  const outcome = page.getByTestId('lever-outcome');
  await outcome.getByText('We didn’t get a response').waitFor();
  expect(await page.getByTestId('open-position').getAttribute('aria-disabled')).toBe('true');
  expect(await lotsField().getAttribute('readonly')).not.toBeNull();
  await answer('getLeverOrder', { code: 1, msg: '', data: { ...DETAIL, ...LONG } });
  await answer('getCommandOutcome', { code: 1, msg: '', data: FOUND });
  await outcome.getByText('Position opened at 97,269.45.').waitFor();
  const sent = await commands();
  expect(sent.filter(({ name }) => name === 'placeLeverOrder')).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('a target is moved by keys a tick at a time, and saved after a confirmation', async () => {
  await openStage('/lever');
  const slider = handle('Take profit, Long 250 lots ×20');
  await slider.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('99,000.01');
  const chip = page.getByTestId('dragged-target');
  await chip.getByText('+432.64 USDT').waitFor();
  expect(await commands()).toEqual([]);
  await chip.getByRole('button', { name: 'Save' }).click();
  await expect.poll(commands).toEqual([
    {
      name: 'amendLeverTargets',
      fields: { id: '101', revision: '2', take_profit: '99000.01', stop_loss: '94000' },
    },
  ]);
  await chip.waitFor({ state: 'detached' });
});

test('a target that is dragged to the wrong side cannot be saved', async () => {
  await openStage('/lever');
  const slider = handle('Stop loss, Long 250 lots ×20');
  const box = await slider.boundingBox();
  // The browser derives a side from two rounded edges.
  expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual([44, 44]);
  await slider.hover();
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 22, (box?.y ?? 0) - 140, { steps: 4 });
  await page.mouse.up();
  const chip = page.getByTestId('dragged-target');
  await expect
    .poll(() => chip.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'))
    .toBe('true');
  await chip.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('94,000.00');
  expect(await commands()).toEqual([]);
});

test('a moved target of an order that has ended is dropped', async () => {
  await openStage('/lever');
  await handle('Take profit, Long 250 lots ×20').focus();
  await page.keyboard.press('ArrowUp');
  await page.getByTestId('dragged-target').waitFor();
  await sayEvent(2, { kind: 'lever_order', record: { ...CLOSED, id: '101', revision: 9 } });
  await page.getByTestId('dragged-target').waitFor({ state: 'detached' });
});

test('closing all shows number and profit, and needs the button to be held', async () => {
  await openStage('/lever-my-trade');
  await page.getByTestId('close-all').click();
  const sheet = page.getByRole('dialog');
  await expect.poll(() => sheet.getByTestId('closing-count').innerText()).toBe('2');
  await sheet.getByText('-809.44 USDT').waitFor();
  await sheet.getByText('BTC/USDT', { exact: true }).click();
  await sheet.getByText('-567.37 USDT').waitFor();
  await sheet.getByText('Short', { exact: true }).click();
  await expect.poll(() => sheet.getByTestId('closing-count').innerText()).toBe('1');
  const hold = sheet.getByTestId('hold-button');
  // Pressed for some frames, in one call, because a pause between two messages could be long enough.
  await hold.evaluate(async (button) => {
    const press = { bubbles: true, isPrimary: true, button: 0 };
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    button.dispatchEvent(new PointerEvent('pointerdown', press));
    for (let frame = 0; frame < 5; frame++) await nextFrame();
    button.dispatchEvent(new PointerEvent('pointerup', press));
  });
  expect(await commands()).toEqual([]);
  await hold.hover();
  await page.mouse.down();
  await expect
    .poll(commands)
    .toEqual([{ name: 'closeAllLeverPositions', fields: { direction: 'short' } }]);
  await page.mouse.up();
});

test('without agreeing prices nothing can be opened, and the positions say that they wait', async () => {
  await openStage('/lever', DESKTOP);
  await setMark(1, '95000', 'frozen');
  await page.getByTestId('mark-state').getByText('No reliable price').waitFor();
  await page.getByTestId('frozen-by').getByText('The price sources disagree.').waitFor();
  await page.getByTestId('frozen-since').getByText('since Nov 20, 2026, 12:00').waitFor();
  await page.getByText('take profit, and stop loss wait').waitFor();
  await lotsField().fill('25');
  await page.keyboard.press('Enter');
  await page.getByTestId('open-position').click({ force: true });
  expect(await commands()).toEqual([]);
  await page.getByText('its market counts at the last price').waitFor();
  await setMark(2, '3500', 'frozen');
  await page.getByText('no liquidation until it’s back').waitFor();
});

test('without a network the ticket says why it cannot be sent', async () => {
  await openStage('/lever');
  await page.context().setOffline(true);
  await page.getByText('You can place orders once it’s back.').waitFor();
  expect(await page.getByTestId('open-position').getAttribute('aria-disabled')).toBe('true');
  await page.context().setOffline(false);
  await expect
    .poll(() => page.getByTestId('open-position').getAttribute('aria-disabled'))
    .toBeNull();
});

test('the history names the reason, and the order shows the sources of its prices', async () => {
  await openStage('/lever-my-trade?tab=history');
  const row = page.getByTestId('lever-history-row');
  await row.getByText('The margin level fell to 50%').waitFor();
  expect(await violations(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: 'Profit or loss' }).click();
  await dialog.getByText('(95,000.00 − 97,269.45) × 250 × 0.001 BTC = -567.37 USDT').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByRole('link').click();
  await page.getByTestId('lever-step').getByText('Closed at 95,000.00').waitFor();
  expect(await page.getByTestId('mark-sources').count()).toBe(3);
  await page.getByTestId('mark-sources').first().getByText('beta (310 ms earlier)').waitFor();
  const seen = page.getByTestId('stop-out-seen');
  await seen.getByText('49.99%').waitFor();
  await seen.getByText('95,000.79').waitFor();
  await page.getByTestId('shortfall').getByText('12.34 USDT').waitFor();
  await page.getByRole('button', { name: 'Overnight fee so far' }).click();
  await dialog.getByText('7.30 USDT × 1 = 7.30 USDT').waitFor();
});

test('a deleveraging shows what the pool would have held', async () => {
  await openStage('/lever-my-trade');
  await page.evaluate((data) => window.stage.answer('getLeverOrder', { code: 1, msg: '', data }), {
    ...DETAIL,
    close_reason: 'deleveraged',
    seen: null,
    insured: '0',
    cover: '-1234.5',
  } as const);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByTestId('lever-history-row').getByRole('link').click();
  await page.getByTestId('cover-seen').getByText('-1,234.50 USDT').waitFor();
  expect(await page.getByTestId('shortfall').count()).toBe(0);
});

test('while sources do not agree, the page names the acts that wait and those that do not', async () => {
  await openStage('/lever', DESKTOP);
  await setMark(1, '99000', 'apart');
  await page.getByTestId('mark-state').getByText('Sources don’t agree').waitFor();
  await page.getByTestId('apart').getByText('Stop loss and liquidation don’t.').waitFor();
  const card = page.getByTestId('position').filter({ hasText: 'BTC/USDT' });
  await card.getByText('waits until the price sources agree').waitFor();
  await lotsField().fill('25');
  expect(await page.getByTestId('open-position').getAttribute('aria-disabled')).toBeNull();
  const closing = { ...LONG, state: 'closing', close_reason: 'owner', revision: 3 } as const;
  await sayEvent(2, { kind: 'lever_order', record: closing });
  await card.getByText('Waiting until the price sources agree.').waitFor();
  // The close that waits still has its stop-loss, and no take-profit.
  const target = (name: string) => card.locator('dl > div').filter({ hasText: name }).locator('dd');
  expect(await target('Take profit').textContent()).toBe('–');
  expect(await target('Stop loss').textContent()).not.toBe('–');
  await setMark(1, '99000', 'halted');
  await card.getByText('This contract is paused.').waitFor();
  await setMark(1, '99000', 'live');
  // Its costs are below the costs of the market.
  await sayEvent(3, { kind: 'lever_order', record: { ...closing, fee_ppm: 300, revision: 4 } });
  await card.getByText('The position closes at the next mark price.').waitFor();
  await setMark(1, '99000', 'wide');
  await card.getByText('too far apart for the position’s costs. It closes').waitFor();
  await sayEvent(4, { kind: 'lever_order', record: { ...LONG, fee_ppm: 300, revision: 5 } });
  await card.getByText('too far apart for the position’s costs. It waits').waitFor();
});

test('with more orders than the chart has lines for, the user chooses whose lines are drawn', async () => {
  await openStage('/lever');
  for (const at of [2, 3, 4, 5]) {
    const record = { ...LONG, id: String(110 + at), lots: at, stop_loss: null };
    await sayEvent(at, { kind: 'lever_order', record });
  }
  const drawn = page.getByTestId('drawn-orders');
  await drawn.getByText('Lines of 4 of 6 orders').waitFor();
  expect(await handle('Take profit, Long 250 lots ×20').count()).toBe(0);
  await drawn.getByRole('button', { name: 'Choose lines' }).click();
  const oldest = page.getByRole('dialog').getByRole('checkbox', { name: /250 lots/ });
  await oldest.check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await handle('Take profit, Long 250 lots ×20').waitFor();
  await drawn.getByText('Lines of 4 of 6 orders').waitFor();
});

test('a list that does not load says so, and loads after a retry', async () => {
  await openStage('/lever');
  const refusal = { code: 3007, msg: 'Not now', data: null, error: 'order_not_found' };
  await answer('listLeverHistory', refusal);
  await page.getByRole('link', { name: 'My contracts' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('Couldn’t load').waitFor();
  await answer('listLeverHistory', null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByTestId('lever-history-row').waitFor();
});

test.each([
  ['in the history', '/lever-my-trade?tab=history', 'lever-history-row'],
  ['of an order', `/lever-my-trade?id=${CLOSED.id}`, 'lever-step'],
])(
  'a list of markets that fails to load is an error with a retry, %s',
  async (_, path, content) => {
    page = await openPage(path, PHONE, 'listLeverMarkets');
    const retry = page.getByRole('button', { name: 'Try again' }).last();
    await retry.waitFor();
    expect(await page.getByTestId(content).count()).toBe(0);
    await answer('listLeverMarkets', null);
    await retry.click();
    await page.getByTestId(content).first().waitFor();
  },
);

test('an exchange that takes no new contracts says so, and has no ticket', async () => {
  await openStage('/lever-my-trade');
  await page.evaluate(() => {
    const data = { product: 'lever', version: 1, is_offered: false, acknowledged_at: 1 };
    window.stage.answer('getRiskStanding', { code: 1, msg: '', data });
  });
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('Contracts aren’t offered here right now.').waitFor();
  expect(await page.getByTestId('open-position').count()).toBe(0);
  await page.getByTestId('close-position').first().waitFor();
});

test('a low margin level and a stop-out are announced on every tab', async () => {
  await openStage('/lever');
  // The script of the toasts is loaded after the screen.
  await page.waitForLoadState('networkidle');
  const warning = { level: 'danger', equity: '1', margin: '2', ratio_bp: 6512, time: 1 };
  await sayEvent(2, { kind: 'lever_warning', record: warning });
  await page.getByText('Your margin level is only 65.12%').waitFor();
  await sayEvent(3, { kind: 'lever_order', record: { ...CLOSED, id: '101', revision: 9 } });
  await page.getByText('The margin level fell to 50%').first().waitFor();
  await expect.poll(() => page.getByTestId('position').count()).toBe(1);
});

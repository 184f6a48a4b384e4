/** Warnings before a stop-out, and midnight, on the contract screens on a stage. */
import { expect, test } from 'vitest';
import { PHONE } from '../../support/app-page.ts';
import { violations } from '../../support/console-page.ts';
import { lotsField } from '../../support/lever/lever-page.ts';
import { useStage } from '../../support/lever/stage/use-stage.ts';

const { open, setMark } = useStage();

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

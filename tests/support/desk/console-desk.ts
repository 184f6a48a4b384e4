/** The decisions of an operator, made on the pages of the console. */
import type { Page } from 'playwright-core';
import { ensure } from '../../../contract/assert.ts';
import { REASON, beginDecision, decide } from '../operator/console-page.ts';
import type { TestOperator } from '../operator/operators.ts';
import { visit } from '../pages/visit.ts';
import type { WithdrawalCommand } from '../wallet/http-withdrawal.ts';
import type { OperatorDoor } from './operator-door.ts';

type Section = 'reviews' | 'feedback' | 'withdrawals';

/** One page of one operator, who opens each record by its address. */
export class ConsoleDesk {
  readonly page: Page;
  readonly #operator: TestOperator;
  /** Path of the shown record after its own decision; null if other users may have changed it. */
  #shown: string | null = null;

  constructor(page: Page, operator: TestOperator) {
    this.page = page;
    this.#operator = operator;
  }

  /**
   * Opens the record. The page updates after the operator's own decisions; after steps of others it must be
   * reopened.
   */
  async open(section: Section, id: string | number): Promise<void> {
    const path = `/${section}?id=${id}`;
    if (this.#shown === path) return;
    // The console requests a record when it is opened, so the open one is closed first.
    const title = this.record.getByRole('heading', { level: 2 });
    await visit(this.page, `/${section}`);
    await title.waitFor({ state: 'hidden' });
    await visit(this.page, path);
    await title.waitFor();
    this.#shown = path;
  }

  /** Makes the next `open` reload its record. */
  leave(): void {
    this.#shown = null;
  }

  /** The open record's region. */
  get record() {
    return this.page.getByRole('region', { name: 'Record' });
  }

  /** State of the open record, and the offered ones of these buttons. */
  async shown(buttons: readonly string[]): Promise<{ state: string; offered: readonly string[] }> {
    const states = await this.record
      .locator('dl > div', { has: this.page.locator('dt', { hasText: /^Status$/ }) })
      .locator('dd')
      .allInnerTexts();
    const names = await this.record.getByRole('button').allInnerTexts();
    return { state: states.join(), offered: buttons.filter((name) => names.includes(name)) };
  }

  /** Decisions about verifications and tickets. */
  get door(): OperatorDoor {
    const { page } = this;
    return {
      operator: this.#operator,
      decide: async (submissionId, verdict) => {
        await this.open('reviews', submissionId);
        if (verdict.isCertified) await decide(page, 'Approve');
        else
          await decide(page, 'Reject', 'Reject', async (sheet) => {
            await sheet.getByLabel('Reason', { exact: true }).selectOption(verdict.reason);
            await sheet.getByLabel('Message to the user').fill(verdict.reasonText ?? '');
          });
        return undefined;
      },
      answer: async (ticketId, content) => {
        await this.open('feedback', ticketId);
        await decide(page, 'Reply', 'Send reply', (sheet) =>
          sheet.getByLabel('Reply').fill(content),
        );
        return undefined;
      },
      submissionsOf: async (userId) => {
        const query = { user_id: String(userId), size: '100' };
        const { reviews } = await this.#operator.ask('listVerifications', query);
        return reviews.map(({ id }) => Number(id));
      },
    };
  }

  /** Decisions about withdrawals. */
  readonly command: WithdrawalCommand = async ({ name, withdrawalId, more }) => {
    await this.open('withdrawals', withdrawalId);
    if (name === 'approve') await decide(this.page, 'Approve');
    else if (name === 'reject')
      await decide(this.page, 'Reject', 'Reject', async (sheet) => {
        await sheet.getByLabel('Reason', { exact: true }).selectOption(String(more['reason']));
        await sheet.getByLabel('Message to the user').fill(String(more['reason_text'] ?? ''));
      });
    else if (name === 'release') throw new Error('what is approved is signed at once');
    else return this.#resolve(name, more);
    return {};
  };

  async #resolve(
    name: 'confirm-sent' | 'declare-unsent' | 'rebroadcast',
    more: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const sheet = await beginDecision(this.page, 'Decide outcome');
    await sheet.getByLabel('Outcome').selectOption(name.replace('-', '_'));
    if (name === 'confirm-sent')
      await sheet.getByLabel('Transaction hash').fill(String(more['hash']));
    if (name === 'declare-unsent')
      await sheet.getByLabel('Message to the user').fill(String(more['reason_text'] ?? ''));
    await sheet.getByLabel('Reason for the log').fill(REASON);
    await sheet.getByRole('button', { name: 'Decide outcome', exact: true }).click();
    const refusal = sheet.getByText('The transaction may still go through');
    await Promise.race([sheet.waitFor({ state: 'hidden' }), refusal.waitFor()]);
    if (!(await refusal.isVisible())) return {};
    // The form stays open after the refusal.
    this.leave();
    return { error: 'still_payable' };
  }
}

/** A text of the record in the console's language. */
export const worded = (texts: Readonly<Record<string, string>>, name: string): string =>
  ensure(texts[name], `a text of ${name}`);

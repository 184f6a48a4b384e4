/** The hook of the ticket of fast contracts on one instrument. */
import type { MicroProductInfo } from '../../../contract/micro/micro.ts';
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import {
  ticketFigures,
  type MicroTicketFields,
  type MicroTicketFigures,
} from '../../../machines/app/micro/micro-ticket.rules.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';
import { useWhenDone } from '../core/hooks/use-when-done.ts';
import { microTicketForm } from './micro-forms.ts';
import type { MicroInstrument } from './use-micro-products.ts';

export interface MicroTicketView {
  /** unknown and forgotten: the order may have been placed, see `useSubmission`. */
  readonly status: 'editing' | 'submitting' | 'unknown' | 'forgotten';
  readonly isLocked: boolean;
  readonly product: MicroProductInfo;
  readonly stake: string;
  readonly direction: MicroTicketFields['direction'];
  readonly problems: readonly Problem<keyof MicroTicketFields>[];
  /** Null without a stake. */
  readonly figures: MicroTicketFigures | null;
  /** Available stake as canonical text; null while it is unknown. */
  readonly available: string | null;
  chooseProduct(productId: number): void;
  enterStake(stake: string): void;
  submit(direction: MicroTicketFields['direction']): void;
  /** Queries the outcome; nothing is sent again. */
  ask(): void;
  abandon(): void;
}

/**
 * Must be remounted for another instrument.
 *
 * @param onAccepted called with the number of an accepted order, and with null when the next one is sent.
 */
export function useMicroTicket(
  { instrument, products }: MicroInstrument,
  onAccepted: (orderId: string | null) => void,
): MicroTicketView {
  const [first] = products;
  const form = useSubmission(microTicketForm, {
    subject: instrument,
    initial: { productId: String(first.id), stake: first.stake_min },
  });
  const { fields, edit } = form;
  const product = products.find(({ id }) => String(id) === fields.productId) ?? first;
  const available = useAvailable(product.currency_id);
  useWhenDone(form.status, () => {
    onAccepted(form.answer?.id ?? null);
    form.reset();
    edit({ productId: fields.productId, stake: fields.stake });
  });
  return {
    status: form.status === 'done' ? 'submitting' : form.status,
    isLocked: form.status !== 'editing',
    product,
    stake: fields.stake,
    direction: fields.direction,
    problems: form.problems,
    figures: ticketFigures(fields.stake, product),
    available,
    chooseProduct: (id) => edit({ productId: String(id) }),
    enterStake: (stake) => edit({ stake }),
    submit(direction) {
      onAccepted(null);
      edit({
        direction,
        productId: String(product.id),
        profitPpm: String(product.profit_ppm),
        lossPpm: String(product.loss_ppm),
      });
      form.submit({
        product,
        available: available === null ? null : parseUnits(available, SCALE_MAX),
      });
    },
    ask: form.ask,
    abandon: form.abandon,
  };
}

/** Returns the available balance of the account of fast contracts; null while it is unknown. */
function useAvailable(currencyId: number): string | null {
  const status = useUserView('status');
  const balances = useUserView('microBalances');
  return status === 'loading' ? null : (balances.get(currencyId)?.available ?? '0');
}

/** The sheet that changes take-profit and stop-loss of an order. */
import { useEffect, useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import { amendmentLimits, useTargetsForm } from '../../app/lever/use-targets-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { DecimalField } from '../parts/decimal-field.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { StopOutFirst } from './stop-out-first.tsx';
import { useLeverProblem } from './use-lever-problem.ts';

interface TargetsSheetProps extends TargetsFormProps {
  readonly isOpen: boolean;
}

interface TargetsFormProps {
  readonly onClose: () => void;
  readonly order: LeverOrderInfo;
  readonly pair: LeverPair;
  /** The mark of now, decimal text; null while unknown and for a pending order. */
  readonly markPrice: string | null;
  /** The account at the marks. */
  readonly portfolio: Portfolio;
}

export function TargetsSheet({ isOpen, ...form }: TargetsSheetProps) {
  const t = useText('lever');
  const [sent, setSent] = useState<number | null>(null);
  return (
    <Sheet isOpen={isOpen} onClose={form.onClose} title={t('targets.title')}>
      {/* A newer revision of the order needs a new form, unless the form waits for the answer that reports it. */}
      {isOpen && <TargetsForm key={sent ?? form.order.revision} {...form} onSending={setSent} />}
    </Sheet>
  );
}

function TargetsForm({
  onClose,
  order,
  pair,
  markPrice,
  portfolio,
  onSending,
}: TargetsFormProps & { readonly onSending: (revision: number | null) => void }) {
  const t = useText('lever');
  const [revision] = useState(order.revision);
  const { market, quote } = pair;
  const form = useTargetsForm(order, { market, portfolio }, () => {
    showToast(t('done.amended'), 'success');
    onClose();
  });
  const { fields, edit, isBusy, stopOutBefore } = form;
  useEffect(() => {
    onSending(isBusy ? revision : null);
    return () => onSending(null);
  }, [isBusy, onSending, revision]);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const textOf = useLeverProblem(market, form.problems);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit({ market, limits: amendmentLimits(order, market, markPrice) });
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4 px-5 pb-6">
      <p className="text-sm text-muted">{t('targets.hint')}</p>
      {(['takeProfit', 'stopLoss'] as const).map((field) => (
        <DecimalField
          key={field}
          name={field}
          label={t(`target.${field}`)}
          unit={quote}
          value={fields[field]}
          onChange={(price) => edit({ [field]: price })}
          problem={textOf(field)}
          hint={
            field === 'stopLoss' &&
            stopOutBefore !== null && <StopOutFirst pair={pair} ticks={stopOutBefore} />
          }
        />
      ))}
      <FormProblem problem={textOf(null)} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('ticket.noConnection')}
        data-testid="save-targets"
      >
        {t('level.save')}
      </ConnectedButton>
    </form>
  );
}

/** The sheet with the limits that users set for their own fast contracts: loss of a day, and breaks. */
import type { SyntheticEvent } from 'react';
import type { MicroLimitsInfo } from '../../../contract/micro/micro.ts';
import { useMicroLimits, useMicroLimitsForm } from '../../app/micro/use-micro-limits.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { showToast } from '../../ui/toast.ts';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { DecimalField } from '../parts/decimal-field.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { Notice } from '../parts/notice.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';

interface LimitsSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function LimitsSheet({ isOpen, onClose }: LimitsSheetProps) {
  const t = useText('micro');
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('limits.title')} isTitleShown>
      {isOpen && <Limits />}
    </Sheet>
  );
}

function Limits() {
  const t = useText('micro');
  const { status, limits, error, retry, refresh } = useMicroLimits();
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  if (limits === null) return <SkeletonRows label={t('limits.loading')} rows={3} />;
  return <LimitsForm limits={limits} onSaved={refresh} />;
}

interface LimitsFormProps {
  readonly limits: MicroLimitsInfo;
  readonly onSaved: () => void;
}

function LimitsForm({ limits, onSaved }: LimitsFormProps) {
  const t = useText('micro');
  const p = useText('parts');
  const format = useFormat();
  const { currency_code: code, next, break_until: breakUntil } = limits;
  const form = useMicroLimitsForm(limits, () => {
    showToast(t('limits.saved'));
    onSaved();
  });
  const problemOf = useProblemText(form.problems);
  const amount = (text: string | null) =>
    text === null ? t('limits.none') : `${format.amount(text)} ${code}`;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-gutter pb-6">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-muted">{t('limits.lossOfDay')}</span>
        <span className="figures">{amount(limits.loss_of_day)}</span>
      </p>
      <DecimalField
        name="dailyLoss"
        label={t('limits.dailyLoss')}
        hint={t('limits.dailyLossHint')}
        value={form.fields.dailyLoss}
        unit={code}
        problem={
          form.problems.some(
            ({ field, error }) => field === 'dailyLoss' && error === 'invalid_request',
          )
            ? t('ticket.problem')
            : problemOf('dailyLoss')
        }
        onChange={(dailyLoss) => form.edit({ dailyLoss })}
      />
      {next !== null && (
        <Notice tone="plain">
          {t('limits.next', {
            time: format.dateTime(next.from),
            limit: amount(next.daily_loss_limit),
          })}
        </Notice>
      )}
      <SelectField
        label={t('limits.break')}
        hint={t('limits.breakHint')}
        value={form.fields.breakHours}
        onChange={(breakHours) => form.edit({ breakHours })}
        options={[
          { value: '', label: t('limits.breakNone') },
          { value: '24', label: t('limits.breakDay') },
          { value: '168', label: t('limits.breakWeek') },
          { value: '720', label: t('limits.breakMonth') },
        ]}
      />
      {breakUntil !== null && (
        <Notice tone="warn">{t('limits.breakUntil', { time: format.dateTime(breakUntil) })}</Notice>
      )}
      <FormProblem problem={problemOf(null)} />
      <ConnectedButton type="submit" pending={form.isBusy} noConnection={p('noConnection')}>
        {t('limits.save')}
      </ConnectedButton>
    </form>
  );
}

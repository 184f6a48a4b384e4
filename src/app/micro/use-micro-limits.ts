/** The hooks of the limits that users set for their own fast contracts. */
import type { MicroLimitsInfo } from '../../../contract/micro/micro.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import type { MicroLimitsFields } from '../../../machines/app/micro/micro-limits.rules.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useWhenDone } from '../core/hooks/use-when-done.ts';
import { useUserUpdates } from '../core/hooks/use-user-updates.ts';
import { microLimitsForm } from './micro-forms.ts';

/** Returns the limits, with the losses of today. */
export function useMicroLimits(): { readonly limits: MicroLimitsInfo | null } & Pick<
  QueryView<MicroLimitsInfo>,
  'status' | 'error' | 'retry' | 'refresh'
> {
  const { status, data, error, retry, refresh } = useQuery('getMicroLimits', {});
  useUserUpdates('micro_order', refresh);
  return { status, limits: data, error, retry, refresh };
}

interface MicroLimitsForm {
  readonly fields: MicroLimitsFields;
  readonly problems: readonly Problem<keyof MicroLimitsFields>[];
  readonly isBusy: boolean;
  edit(fields: Partial<MicroLimitsFields>): void;
  submit(): void;
}

/** @param limits those of the first render begin the form. */
export function useMicroLimitsForm(limits: MicroLimitsInfo, onSaved: () => void): MicroLimitsForm {
  const limit = limits.daily_loss_limit ?? '';
  const form = useSubmission(microLimitsForm, {
    initial: { dailyLoss: limit, dailyLossBefore: limit },
  });
  const { fields, problems, isBusy, edit } = form;
  useWhenDone(form.status, () => {
    form.reset();
    edit({ dailyLoss: fields.dailyLoss, dailyLossBefore: fields.dailyLoss });
    onSaved();
  });
  return { fields, problems, isBusy, edit, submit: () => form.submit(null) };
}

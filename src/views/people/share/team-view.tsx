/** The agent's team: totals, and the form that adds a member. */
import type { FormEvent } from 'react';
import type { Team } from '../../../../contract/people/people.ts';
import { useTeam, useTeamMemberForm } from '../../../app/people/use-team.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { Turnover } from '../../../ui/turnover.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { FormProblem } from '../../parts/form-problem.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';
import { PayPasswordField } from '../../parts/pay-password-field.tsx';
import { usePersonProblem } from '../../parts/use-person-problem.ts';

/** The agent's totals of the team, and the form for a new member. */
export function TeamView() {
  const team = useTeam();
  return (
    <>
      {team.status === 'loading' && <PanelSkeleton lines={5} />}
      {team.status === 'failure' && <ErrorState error={team.error} onRetry={team.retry} />}
      {team.status === 'success' && <Totals team={team.data} />}
      <AddMember onAdded={team.retry} />
    </>
  );
}

function Totals({ team }: { readonly team: Team }) {
  const t = useText('people');
  const format = useFormat();
  return (
    <Panel title={t('team.title')}>
      <DetailList>
        <DetailRow name={t('team.members')}>{format.amount(String(team.member_count))}</DetailRow>
        <DetailRow name={t('team.verified')}>
          {format.amount(String(team.verified_count))}
        </DetailRow>
        <DetailRow name={t('team.addedToday')}>{format.amount(String(team.added_today))}</DetailRow>
        <DetailRow name={t('team.turnoverToday')}>
          <Turnover value={team.volume_today} code="USDT" />
        </DetailRow>
        <DetailRow name={t('team.turnover30Days')}>
          <Turnover value={team.volume_30_days} code="USDT" />
        </DetailRow>
      </DetailList>
      <p className="mt-2 text-sm text-faint text-pretty">{t('team.totalsOnly')}</p>
    </Panel>
  );
}

function AddMember({ onAdded }: { readonly onAdded: () => void }) {
  const t = useText('people');
  const form = useTeamMemberForm(() => {
    showToast(t('team.added'), 'success');
    onAdded();
  });
  const problemText = usePersonProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit(null);
    noteAttempt();
  };
  return (
    <Panel title={t('team.add')}>
      <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          name="authorizationCode"
          label={t('code.title')}
          hint={t('team.addHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          value={form.fields.authorizationCode}
          problem={problemText('authorizationCode')}
          onChange={(authorizationCode) => form.edit({ authorizationCode })}
        />
        <PayPasswordField
          value={form.fields.payPassword}
          problem={problemText('payPassword')}
          onChange={(payPassword) => form.edit({ payPassword })}
        />
        <FormProblem problem={problemText(null)} />
        <Button type="submit" pending={form.isBusy}>
          {t('team.submit')}
        </Button>
      </form>
    </Panel>
  );
}

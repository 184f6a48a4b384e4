/** The screen of public links that operators set. */
import type { OperatorSetting } from '../../../../contract/operator/schemas/settings.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SAVE_SETTING } from '../../forms/setting-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** Links to pages outside the exchange. */
export function SettingsScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('listSettings', {}, FOLLOW_MS.record);
  return (
    <Screen isText header={<PageHeader title={t('section.settings')} />} className="px-gutter pb-8">
      <RecordView query={query}>
        {(settings) => (
          <ul aria-label={t('section.settings')} className="flex flex-col divide-y divide-line">
            {settings.map((setting) => (
              <li key={setting.key}>
                <SettingRow setting={setting} />
              </li>
            ))}
          </ul>
        )}
      </RecordView>
    </Screen>
  );
}

function SettingRow({ setting }: { readonly setting: OperatorSetting }) {
  const t = useText('operator');
  const { key, value } = setting;
  const name = t(`setting.${key}`);
  const change = useDecision(SAVE_SETTING, setting, { key, value });
  const { fields, problems, edit } = change.form;
  return (
    <section aria-label={name} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-48 flex-1">
          <h2 className="font-semibold">{name}</h2>
          <p className="text-sm [overflow-wrap:anywhere] text-muted">
            {value === '' ? t('setting.none') : <bdi>{value}</bdi>}
            {setting.is_of_start && value !== '' && ` · ${t('setting.ofStart')}`}
          </p>
        </div>
        <Button kind="secondary" size="small" onClick={change.open}>
          {t('setting.change')}
        </Button>
      </div>
      <LastActNote act={setting.last_act} kind="setting" id={key} />
      <DecisionSheet
        title={`${t('setting.change')} · ${name}`}
        decision={change}
        submitLabel={t('save')}
      >
        <TextField
          name="value"
          type="url"
          label={t('setting.link')}
          hint={t('setting.hint')}
          value={fields.value}
          onChange={(link) => edit({ value: link })}
          problem={
            problems.some(({ field }) => field === 'value') ? t('setting.problem') : undefined
          }
        />
      </DecisionSheet>
    </section>
  );
}

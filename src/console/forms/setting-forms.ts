/** The form that changes a setting. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import { isOutsideLink } from '../../../contract/outside-link.ts';
import type { OperatorForm } from './operator-form.ts';

interface SettingFields extends RecordFields {
  readonly key: OperatorRequestInput<'saveSetting'>['key'];
  readonly value: string;
}
const base = decisionRules<SettingFields>({
  key: 'service_url',
  revision: '',
  value: '',
  reason: '',
});

export const SAVE_SETTING: OperatorForm<'saveSetting', SettingFields> = {
  name: 'saveSetting',
  rules: {
    ...base,
    problems: (fields) => {
      const link = fields.value.trim();
      const isWrong = link !== '' && !isOutsideLink(link);
      return [
        ...base.problems(fields, null),
        ...(isWrong ? [{ field: 'value', error: 'invalid_request' } as const] : []),
      ];
    },
  },
  request: ({ key, revision, value, reason }) => ({
    key,
    revision,
    value: value.trim(),
    reason: reason.trim(),
  }),
};

/** The buttons that change what a user may do. */
import type { OperatorUserDetail } from '../../../../contract/operator/schemas/identity.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import {
  DISABLE_USER,
  ENABLE_USER,
  REMOVE_AUTHENTICATOR,
  SET_AGENT,
} from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';

interface UserChangesProps {
  readonly user: OperatorUserDetail;
}

/** Switches whether the user may sign in, removes a lost authenticator, and switches whether they are an agent. */
export function UserChanges({ user }: UserChangesProps) {
  const t = useText('operator');
  const id = String(user.id);
  const disable = useDecision(DISABLE_USER, user, { id });
  const enable = useDecision(ENABLE_USER, user, { id });
  const agent = useDecision(SET_AGENT, user, { id, isAgent: user.is_agent ? '0' : '1' });
  const authenticator = useDecision(REMOVE_AUTHENTICATOR, user, { id });
  const isDisabled = user.disabled_at !== null;
  const agentLabel = t(user.is_agent ? 'user.endAgent' : 'user.makeAgent');
  return (
    <div className="flex flex-wrap gap-3">
      {isDisabled ? (
        <Button onClick={enable.open}>{t('user.enable')}</Button>
      ) : (
        <Button kind="danger" onClick={disable.open}>
          {t('user.disable')}
        </Button>
      )}
      <Button kind="secondary" onClick={agent.open}>
        {agentLabel}
      </Button>
      {user.has_authenticator && (
        <Button kind="secondary" onClick={authenticator.open}>
          {t('user.removeAuthenticator')}
        </Button>
      )}
      <DecisionSheet
        title={t('user.disableTitle')}
        decision={disable}
        submitLabel={t('user.disable')}
        isDanger
        isPossible={!isDisabled}
      />
      <DecisionSheet
        title={t('user.enable')}
        decision={enable}
        submitLabel={t('user.enable')}
        isPossible={isDisabled}
      />
      <DecisionSheet
        title={t('user.removeAuthenticatorTitle')}
        decision={authenticator}
        submitLabel={t('user.removeAuthenticator')}
        isDanger
        isPossible={user.has_authenticator}
      />
      <DecisionSheet
        title={agentLabel}
        decision={agent}
        submitLabel={agentLabel}
        isPossible={agent.form.fields.isAgent === (user.is_agent ? '0' : '1')}
      />
    </div>
  );
}

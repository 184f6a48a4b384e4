/** The links to each protection, with its state. */
import type { Security } from '../../../../contract/identity/security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import {
  IconAddress,
  IconAuthenticator,
  IconCollection,
  IconPassword,
  IconSecurity,
} from '../../../ui/icons.ts';
import { LinkRow } from '../../parts/link-row.tsx';
import { Panel } from '../../parts/panel.tsx';

/** Links to each protection, with its state. */
export function SecurityLinks({ security }: { readonly security: Security }) {
  const t = useText('identity-security');
  const tPeople = useText('people');
  const { has_pay_password: hasPayPassword, is_google_bound: isBound } = security;
  return (
    <>
      <Panel hasRows title={t('security.protection')}>
        <ul>
          <LinkRow
            to="/change-login-passwd"
            icon={IconPassword}
            title={t('security.loginPassword')}
            hint={t('security.loginPasswordHint')}
          />
          <LinkRow
            to="/change-pay-passwd"
            icon={IconSecurity}
            title={t('security.payPassword')}
            hint={t('security.payPasswordHint')}
            state={
              <Badge tone={hasPayPassword ? 'up' : 'warn'}>
                {t(hasPayPassword ? 'security.set' : 'security.notSet')}
              </Badge>
            }
          />
          <LinkRow
            to="/secure-center?view=google"
            icon={IconAuthenticator}
            title={t('google.title')}
            hint={t('security.googleHint')}
            state={
              <Badge tone={isBound ? 'up' : 'warn'}>
                {t(isBound ? 'security.bound' : 'security.notBound')}
              </Badge>
            }
          />
        </ul>
      </Panel>
      <Panel hasRows title={t('security.money')}>
        <ul>
          <LinkRow
            to="/secure-center?view=collection"
            icon={IconCollection}
            title={tPeople('collection.title')}
            hint={t('security.collectionHint')}
          />
          <LinkRow
            to="/withdrawal"
            icon={IconAddress}
            title={t('security.addresses')}
            hint={t('security.addressesHint')}
          />
        </ul>
      </Panel>
    </>
  );
}

/** The five accounts with their equivalents. */
import type { AccountGroup, AccountTypeId } from '../../../../contract/wallet/accounts.ts';
import { formatGlance } from '../../../format/glance.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { accountName } from '../account-types.ts';
import { SecretText } from '../secret-text.tsx';

interface AccountGroupsProps {
  readonly groups: readonly AccountGroup[];
  readonly chosen: AccountTypeId;
  readonly onChoose: (type: AccountTypeId) => void;
  readonly code: string;
  readonly isHidden: boolean;
}

/** The five accounts with their equivalents; the chosen one is shown below or at the side. */
export function AccountGroups({ groups, chosen, onChoose, code, isHidden }: AccountGroupsProps) {
  const t = useText('wallet');
  const { locale } = useFormat();
  return (
    <ul
      aria-label={t('account.label')}
      className="no-scrollbar -mx-gutter flex gap-2 overflow-x-auto px-gutter py-1 md:mx-0 md:flex-col md:gap-1 md:rounded-card md:bg-surface md:p-2"
    >
      {groups.map(({ account_type_id: type, equivalent }) => (
        <li key={type} className="shrink-0">
          <button
            type="button"
            aria-pressed={type === chosen}
            onClick={() => onChoose(type)}
            className={classNames(
              'flex min-h-14 w-full flex-col justify-center rounded-control px-3.5 py-2 text-start -outline-offset-2 transition-colors duration-150',
              'md:min-h-12 md:flex-row md:items-center md:justify-between md:gap-4',
              type === chosen ? 'bg-accent-soft text-accent' : 'bg-surface hover:bg-tint',
            )}
          >
            <span className={classNames('text-sm', type === chosen && 'font-semibold')}>
              {t(`account.${accountName(type)}`)}
            </span>
            <span className="figures text-xs whitespace-nowrap text-muted md:text-sm">
              <SecretText isHidden={isHidden}>
                {`${formatGlance(locale, equivalent, code)} ${code}`}
              </SecretText>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

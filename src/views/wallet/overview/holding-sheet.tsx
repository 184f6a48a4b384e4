/** The sheet of one holding with its actions. */
import { Link } from 'react-router-dom';
import { ACCOUNT_TYPES, type Account } from '../../../../contract/wallet/accounts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useSpotPairs } from '../../parts/market/use-pairs.ts';
import { accountName } from '../account-types.ts';
import { SecretText } from '../secret-text.tsx';
import { amountOf } from './holding-amount.ts';

interface HoldingSheetProps {
  /** Null: closed. */
  readonly account: Account | null;
  readonly code: string;
  readonly isHidden: boolean;
  readonly onClose: () => void;
}

/** One holding, each figure in full after a tap, and its actions. */
export function HoldingSheet({ account, code, isHidden, onClose }: HoldingSheetProps) {
  const t = useText('wallet');
  return (
    <Sheet
      isOpen={account !== null}
      onClose={onClose}
      title={account === null ? t('holdings.title') : account.currency_code}
      footer={account && <Actions account={account} />}
    >
      {account && <Details account={account} code={code} isHidden={isHidden} />}
    </Sheet>
  );
}

interface DetailsProps extends Pick<HoldingSheetProps, 'code' | 'isHidden'> {
  readonly account: Account;
}

function Details({ account, code, isHidden }: DetailsProps) {
  const t = useText('wallet');
  const { available, frozen, equivalent } = account;
  const shown = (value: string, of = account.currency_code) => (
    <SecretText isHidden={isHidden}>
      <Amount value={value} code={of} isCodeHidden isGlance />
    </SecretText>
  );
  return (
    <div className="px-5 pb-4">
      <DetailList>
        <DetailRow name={t('holdings.account')}>
          {t(`account.${accountName(account.account_type_id)}`)}
        </DetailRow>
        <DetailRow name={t('holdings.whole')}>{shown(amountOf(account))}</DetailRow>
        <DetailRow name={t('holdings.available')}>{shown(available)}</DetailRow>
        <DetailRow name={t('holdings.frozen')}>{shown(frozen)}</DetailRow>
        <DetailRow name={t('holdings.equivalent', { currency: code })}>
          {equivalent === null ? t('holdings.noPrice') : shown(equivalent, code)}
        </DetailRow>
      </DetailList>
    </div>
  );
}

function Actions({ account }: { readonly account: Account }) {
  const t = useText('wallet');
  const { pairs } = useSpotPairs();
  const { account_type_id: type, currency_code: coin } = account;
  const isSpot = type === ACCOUNT_TYPES.spot;
  const market = pairs.find(({ match }) => match.base_currency_code === coin);
  const links = [
    ...(isSpot ? [{ name: 'deposit', to: `/recharge?coin=${coin}` } as const] : []),
    ...(isSpot ? [{ name: 'withdraw', to: `/withdrawal?coin=${coin}` } as const] : []),
    ...(type === ACCOUNT_TYPES.financial
      ? []
      : [{ name: 'transfer', to: `/transfer?coin=${coin}&from=${type}` } as const]),
    ...(type === ACCOUNT_TYPES.fiat ? [{ name: 'fiat', to: `/fiat?coin=${coin}` } as const] : []),
    ...(isSpot && market ? [{ name: 'trade', to: `/trade?id=${market.match.id}` } as const] : []),
  ];
  if (links.length === 0) return <p className="text-sm text-muted">{t('holdings.byProducts')}</p>;
  return (
    <div className="grid grid-cols-2 gap-3">
      {links.map(({ name, to }, index) => (
        <Link
          key={name}
          to={to}
          className={`${buttonStyle(index === 0 ? 'primary' : 'secondary')} px-2`}
        >
          {t(`actions.${name}`)}
        </Link>
      ))}
    </div>
  );
}

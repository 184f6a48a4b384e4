/** The faucet of the development chain. */
import type { WalletCoin } from '../../../../contract/wallet/wallet.ts';
import { useFaucet } from '../../../app/wallet/use-faucet.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconFaucet } from '../../../ui/icons.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { isUnknown, OutcomeQuestion } from '../../parts/outcome.tsx';
import { useProblemText } from '../../parts/use-problem-text.ts';

/** Worthless coins for testing; only the development chain has them. */
export function FaucetCard({ coin }: { readonly coin: WalletCoin }) {
  const t = useText('wallet');
  const format = useFormat();
  const faucet = useFaucet(coin);
  const textOf = useProblemText(faucet.problems);
  const currency = coin.currency_code;
  return (
    <section
      aria-labelledby="faucet-title"
      className="flex flex-col gap-3 rounded-card border border-dashed border-edge p-4"
    >
      <div className="flex gap-3">
        <IconFaucet aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <div className="min-w-0">
          <h2 id="faucet-title" className="font-semibold">
            {t('faucet.title')}
          </h2>
          <p className="text-sm text-muted">{t('faucet.hint')}</p>
        </div>
      </div>
      {isUnknown(faucet.status) ? (
        <div data-testid="faucet-unknown" className="flex flex-col gap-2 text-sm">
          <p className="text-warn">{t('faucet.unknown')}</p>
          <OutcomeQuestion form={faucet} onAbandon={faucet.abandon} />
        </div>
      ) : (
        <ConnectedButton
          kind="secondary"
          pending={faucet.isBusy}
          noConnection={t('noConnection')}
          onClick={faucet.claim}
          data-testid="claim-faucet"
        >
          {t('faucet.claim', { currency })}
        </ConnectedButton>
      )}
      <p role="status" className="text-sm empty:hidden">
        {faucet.status === 'done' &&
          faucet.answer &&
          t('faucet.sent', { amount: `${format.amount(faucet.answer.amount)} ${currency}` })}
      </p>
      <FormProblem problem={textOf(null)} />
    </section>
  );
}

/** The screen of all savings products; `?product=` opens the form of one. */
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { StakingProduct } from '../../../contract/staking/staking.ts';
import { useStakingProducts } from '../../app/staking/use-staking-products.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconRecords } from '../../ui/icons.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { useAddressChoice } from '../parts/filter-bar.tsx';
import { HeaderLink } from '../parts/header-link.tsx';
import { FROM_LIST } from '../parts/record-sheet.tsx';
import { WalletScreen } from '../parts/wallet-screen.tsx';
import { ProductCard } from './product-card.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

/** /storage-currency-list: products with their term, earnings and rest of the quota. */
export function StakingProductsScreen() {
  const t = useText('staking');
  const { query, products } = useStakingProducts();
  const { status, retry } = query;
  return (
    <WalletScreen
      title={t('title')}
      backTo="/home"
      width="wide"
      scrollKey="staking-products"
      actions={<HeaderLink to="/storage-currency-history" icon={IconRecords} label={t('mine')} />}
    >
      {status === 'loading' && <SkeletonRows label={t('loading')} rows={4} />}
      {query.status === 'failure' && <ErrorState error={query.error} onRetry={retry} />}
      {status === 'success' && products.length === 0 && (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      )}
      <ul aria-label={t('title')} className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {products.map((product) => (
          <li key={product.id} className="min-w-0">
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      <ProductSheet products={products} reload={query.refresh} />
    </WalletScreen>
  );
}

interface ProductSheetProps {
  readonly products: readonly StakingProduct[];
  readonly reload: () => void;
}

/** The form of the product in the address; closing removes it from the address. */
function ProductSheet({ products, reload }: ProductSheetProps) {
  const t = useText('staking');
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const choose = useAddressChoice();
  const { state } = useLocation();
  // A new key resets the form after each subscription.
  const [attempt, setAttempt] = useState(1);
  const product = products.find(({ id }) => String(id) === address.get('product'));
  const close = () => {
    if (state === FROM_LIST) void navigate(-1);
    else choose('product', '');
  };
  return (
    <Sheet
      isOpen={product !== undefined}
      onClose={close}
      title={t('form.title', { code: product?.currency_code ?? '' })}
      isInAddress
    >
      <div className="px-5 pb-6">
        {product !== undefined && (
          <SubscribeForm
            key={`${product.id} ${attempt}`}
            product={product}
            reload={reload}
            onAgain={() => setAttempt(attempt + 1)}
          />
        )}
      </div>
    </Sheet>
  );
}

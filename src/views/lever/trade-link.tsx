/** The link from an empty list of contracts to the page that opens one. */
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';

export function TradeLink() {
  const t = useText('lever');
  return (
    <Link to="/lever" className={buttonStyle('primary', 'small')}>
      {t('page.title')}
    </Link>
  );
}

/** Settings that a production start rejects, because they would be open to all callers or deliver nothing. */

/** The variables that are checked, as they were read. */
interface ProductionValues {
  readonly NODE_ENV: string;
  readonly SEED?: string | undefined;
  readonly MARKET_MAKER?: string | undefined;
  readonly MARKET_MAKER_ACCOUNT?: string | undefined;
  readonly PRICE_SOURCES?: readonly string[] | undefined;
  readonly INDEX_LOG?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly SMS_TOKEN?: string | undefined;
  readonly SECRET_KEY?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
}

const SECRET_LENGTH_MIN = 16;
const DEFAULT_SECRET = /^(?:change-?me|default|password|postgres|secret|test|token|admin|1234)/i;

/** Returns one line for each fault; none outside of production. */
export function productionFaults(values: ProductionValues): readonly string[] {
  if (values.NODE_ENV !== 'production') return [];
  const faults: string[] = [];
  if (values.SEED === 'demo') faults.push('SEED=demo is not for NODE_ENV=production');
  if (values.PRICE_SOURCES?.includes('simulated') === true)
    faults.push('PRICE_SOURCES=simulated is not for NODE_ENV=production');
  for (const name of ['MARKET_MAKER', 'INDEX_LOG'] as const)
    if (values[name] === 'on' && values.PRICE_SOURCES === undefined)
      faults.push(`${name}=on needs PRICE_SOURCES`);
  if (values.MARKET_MAKER === 'on' && values.MARKET_MAKER_ACCOUNT === undefined)
    faults.push('MARKET_MAKER=on needs MARKET_MAKER_ACCOUNT, the user whose coins are quoted');
  if (values.SMTP_URL === undefined)
    faults.push('SMTP_URL is needed (the development mailbox is not for NODE_ENV=production)');
  const { SMS_TOKEN, SECRET_KEY } = values;
  if (values.DATABASE_URL !== undefined && SECRET_KEY === undefined)
    faults.push(
      'DATABASE_URL needs SECRET_KEY: the secret of a database must not be lost with a data folder',
    );
  if (SECRET_KEY !== undefined && (isDefault(SECRET_KEY) || /^(.)\1*$/.test(SECRET_KEY)))
    faults.push('SECRET_KEY must be random');
  if (SMS_TOKEN !== undefined && (isDefault(SMS_TOKEN) || SMS_TOKEN.length < SECRET_LENGTH_MIN))
    faults.push(`SMS_TOKEN must be a secret of at least ${SECRET_LENGTH_MIN} characters`);
  for (const name of ['SMTP_URL', 'DATABASE_URL'] as const) {
    const address = values[name];
    const password = address === undefined ? '' : new URL(address).password;
    if (password !== '' && isDefault(password)) faults.push(`${name} holds a default password`);
  }
  return faults;
}

const isDefault = (secret: string): boolean => DEFAULT_SECRET.test(secret);

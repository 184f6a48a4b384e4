/** The products that take new orders, and the users who have accepted their risk notices. */
import type { RiskDisclosure, RiskStanding } from '../../../../contract/people/risk.ts';
import { RISK_VERSIONS, type Product } from '../../../../contract/people/risk-versions.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import { DAY_MS, HOUR_MS, SECOND_MS, type EpochMs } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { findAcknowledgement, insertAcknowledgement } from './acknowledgements.repo.ts';
import { findUserArea } from './user-area.repo.ts';

/** The accounts that ended an order of a product in some time. */
export interface ProductResults {
  readonly accounts: number;
  /** Part of the accounts that lost money. */
  readonly losing: number;
}

/** One product, as the exchange is configured. */
interface ProductParts {
  readonly isOffered: boolean;
  /** Counts the accounts that ended an order since that time. */
  countResults(since: EpochMs): Promise<ProductResults>;
}

interface ProductRulesParts {
  readonly database: Database;
  readonly products: Readonly<Record<Product, ProductParts>>;
  /** Ids of the areas whose users may place no new orders. */
  readonly blockedAreas: ReadonlySet<number>;
}

/** The figure of the notice is of the last 365 days, and is counted again after an hour. */
const COUNTED_MS = 365 * DAY_MS;
const COUNTED_AGAIN_MS = HOUR_MS;
/** A count that has failed is made again after this time, because the call is public. */
const FAILED_AGAIN_MS = 10 * SECOND_MS;
/** A share of fewer accounts says little, and could reveal the act of one user. */
const ACCOUNTS_MIN = 20;
const WHOLE_PERCENT = 100;
/** A mobile number can change. */
const AREA_AGAIN_MS = 10 * SECOND_MS;
/** Users whose acknowledgement or area is remembered. */
const KNOWN_MAX = 200_000;

interface Counted {
  untilMs: EpochMs;
  readonly results: Promise<ProductResults>;
}

export class ProductRules {
  readonly #parts: ProductRulesParts;
  /** An acknowledgement is never taken back, so that what was read once stays true. */
  readonly #known = new Set<string>();
  readonly #counted = new Map<Product, Counted>();
  readonly #blocked = new Map<number, { readonly isBlocked: boolean; readonly untilMs: EpochMs }>();

  constructor(parts: ProductRulesParts) {
    this.#parts = parts;
  }

  /** Whether the exchange takes new orders of the product. */
  isOffered(product: Product): boolean {
    return this.#parts.products[product].isOffered;
  }

  /** Whether the user's area is blocked: the user places no new orders of a product. */
  async isBlocked(userId: number, now: EpochMs): Promise<boolean> {
    const { database, blockedAreas } = this.#parts;
    if (blockedAreas.size === 0) return false;
    const known = this.#blocked.get(userId);
    if (known !== undefined && now < known.untilMs) return known.isBlocked;
    const area = await findUserArea(database, userId);
    const isBlocked = area !== undefined && blockedAreas.has(area);
    if (this.#blocked.size >= KNOWN_MAX) this.#blocked.clear();
    this.#blocked.set(userId, { isBlocked, untilMs: now + AREA_AGAIN_MS });
    return isBlocked;
  }

  /** Whether the user has accepted the present notice of the product. */
  async hasAcknowledged(product: Product, userId: number): Promise<boolean> {
    const key = `${product}/${userId}`;
    if (this.#known.has(key)) return true;
    const at = await this.#acknowledgedAt(product, userId);
    if (at === undefined) return false;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.add(key);
    return true;
  }

  async standing(product: Product, userId: number, now: EpochMs): Promise<RiskStanding> {
    return {
      product,
      version: RISK_VERSIONS[product],
      is_offered: this.isOffered(product) && !(await this.isBlocked(userId, now)),
      acknowledged_at: (await this.#acknowledgedAt(product, userId)) ?? null,
    };
  }

  /** Stores that the user has accepted this version. risk_notice_changed: another version is in force. */
  async acknowledge(
    product: Product,
    version: number,
    userId: number,
    now: EpochMs,
  ): Promise<Result<RiskStanding, 'risk_notice_changed'>> {
    if (version !== RISK_VERSIONS[product]) return refuse('risk_notice_changed');
    await insertAcknowledgement(this.#parts.database, userId, { product, version }, now);
    return ok(await this.standing(product, userId, now));
  }

  async disclosure(product: Product, now: EpochMs): Promise<RiskDisclosure> {
    const { accounts, losing } = await this.#count(product, now);
    return {
      product,
      version: RISK_VERSIONS[product],
      is_offered: this.isOffered(product),
      accounts,
      losing_percent:
        accounts < ACCOUNTS_MIN ? null : Math.round((losing * WHOLE_PERCENT) / accounts),
    };
  }

  #acknowledgedAt(product: Product, userId: number): Promise<EpochMs | undefined> {
    const notice = { product, version: RISK_VERSIONS[product] };
    return findAcknowledgement(this.#parts.database, userId, notice);
  }

  /** Callers within an hour share one count, and for a moment its failure. */
  #count(product: Product, now: EpochMs): Promise<ProductResults> {
    const last = this.#counted.get(product);
    if (last !== undefined && now < last.untilMs) return last.results;
    const results = this.#parts.products[product].countResults(now - COUNTED_MS);
    const counted = { untilMs: now + COUNTED_AGAIN_MS, results };
    this.#counted.set(product, counted);
    results.catch(() => (counted.untilMs = now + FAILED_AGAIN_MS));
    return results;
  }
}

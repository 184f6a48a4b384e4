/** Composes the rules of products: which of them are offered, and the results of their users. */
import { countLeverResults } from '../areas/lever/lever.area.ts';
import { countMicroResults } from '../areas/micro/micro.area.ts';
import { ProductRules } from '../areas/people/people.area.ts';
import type { Foundation } from './dependencies.ts';

export const openProducts = ({
  config,
  database,
}: Pick<Foundation, 'config' | 'database'>): ProductRules =>
  new ProductRules({
    database,
    products: {
      lever: {
        isOffered: config.leverProfile !== 'off',
        countResults: (since) => countLeverResults(database, since),
      },
      micro: {
        isOffered: config.isMicroOffered,
        countResults: (since) => countMicroResults(database, since),
      },
    },
  });

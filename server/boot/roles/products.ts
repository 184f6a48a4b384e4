/** Composes the rules of products: which of them are offered and to whom, and the results of their users. */
import { countLeverResults } from '../../areas/lever/lever.area.ts';
import { countMicroResults } from '../../areas/micro/micro.area.ts';
import { ProductRules } from '../../areas/people/people.area.ts';
import type { Config } from '../../kit/config/config.ts';
import { findArea } from '../../kit/phone-areas.ts';
import { StartupError } from '../../kit/process/startup-error.ts';
import type { Foundation } from './dependencies.ts';

/** @throws StartupError for a blocked area that does not exist. */
export function openProducts({
  config,
  database,
}: Pick<Foundation, 'database'> & {
  readonly config: Pick<Config, 'blockedAreas' | 'isMicroOffered' | 'leverProfile'>;
}): ProductRules {
  const unknown = [...config.blockedAreas].find((id) => findArea(id) === undefined);
  if (unknown !== undefined)
    throw new StartupError(`BLOCKED_AREAS: there is no area ${unknown}; its ids are in area_list`);
  return new ProductRules({
    database,
    blockedAreas: config.blockedAreas,
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
}

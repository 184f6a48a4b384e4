/** Ledger rules that follow from the registry of recipes: a movement that no cause explains is a fault. */
import { ensure } from '../../contract/assert.ts';
import { OWNERS } from './chart.ts';
import type { CauseSpec, EntryShape, GrantPolicy, RecipeSpec } from './ledger-book.types.ts';
import { GRANTED_SETTING } from './granted.repo.ts';
import { ofIds } from './verify-causes.repo.ts';
import { ofRecipes, ofRows } from './verify-presence.ts';
import type { Rule } from './verify-rule.types.ts';

/** @param recipes all that exist. */
export function recipeRules(recipes: readonly RecipeSpec[]): readonly Rule[] {
  const causes = new Map<string, CausedRecipe[]>();
  for (const { recipe, cause } of recipes) {
    if (cause === null) continue;
    const key = `${cause.table} ${cause.id}`;
    causes.set(key, [...(causes.get(key) ?? []), { recipe, cause }]);
  }
  return [
    ofRows(recipeUnknown(recipes)),
    ofRows(movementsAndEntries(recipes)),
    ...[...causes.values()].map((caused) =>
      ofRecipes(
        caused.map(({ recipe }) => recipe),
        notOfCause(caused),
      ),
    ),
  ];
}

/** A recipe with a record that causes it. */
interface CausedRecipe {
  readonly recipe: string;
  readonly cause: CauseSpec;
}

const listOf = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

function recipeUnknown(recipes: readonly RecipeSpec[]): Rule {
  const known = recipes
    .flatMap(({ recipe, journals }) => journals.map((journal) => `('${recipe}', ${journal})`))
    .join(', ');
  return function knownRecipes({ movements }) {
    return `
      select case when recipe in (${listOf(recipes.map(({ recipe }) => recipe))})
          then 'recipe_in_wrong_journal' else 'recipe_unknown' end as fault,
        journal, number, recipe, cause_id
      from ${movements} movement
      left join (values ${known}) known (name, of_journal)
        on known.name = recipe and of_journal = journal
      where known.name is null`;
  };
}

/** Recipe, type, owner and direction of an entry as one number, which PostgreSQL finds faster among others than five columns. */
const shapeKey = (recipe: string, [isHouse, type, available, frozen]: readonly string[]): string =>
  `(${recipe} * ${KEYS_OF_RECIPE} + ${type} * 18 + ${isHouse} * 9 + (${available}) * 3 + ${frozen})`;
/** More than the keys of all numbers that a type can be, so that no forged one has the key of another recipe. */
const KEYS_OF_RECIPE = 1_048_576;
/**
 * The sign plus one. Null for NaN, which no recipe has and which is the largest number. Most changes are zero or
 * negative.
 */
export const signOf = (column: string): string =>
  `(case when ${column} = 0 then 1 when ${column} < 0 then 0 when ${column} < 'NaN' then 2 end)`;
const KEY_OF_ENTRY = shapeKey('place', [
  `(owner_id = ${OWNERS.house})::integer`,
  'account_type::integer',
  signOf('available_delta'),
  signOf('frozen_delta'),
]);

/** The keys of the entries that a recipe may have. @param place of the recipe among all */
const shapesOf = (place: number, { owner, accountTypes, available, frozen }: EntryShape) =>
  accountTypes.flatMap((type) =>
    available.flatMap((ofAvailable) =>
      frozen.map((ofFrozen) => {
        const isHouse = owner === 'house' ? 1 : 0;
        return (
          place * KEYS_OF_RECIPE + type * 18 + isHouse * 9 + (ofAvailable + 1) * 3 + ofFrozen + 1
        );
      }),
    ),
  );

/**
 * A movement and its entries belong together: both exist, one transaction has written them, and each entry is on an
 * account that the recipe changes, in the direction of the recipe. One rule for all, so that they are joined once.
 */
function movementsAndEntries(recipes: readonly RecipeSpec[]): Rule {
  const shapes = recipes
    .flatMap(({ entries }, place) => entries.flatMap((shape) => shapesOf(place + 1, shape)))
    .join();
  const places = recipes.map(({ recipe }, place) => `('${recipe}', ${place + 1})`).join(', ');
  return function rowsOfMovements({ entries, movements }) {
    return `
      with of_recipe as (
        select journal, number, recipe, cause_id, transaction_id, place
        from ${movements} movement left join (values ${places}) known (name, place) on name = recipe
      ), compared as (
        select journal, number, recipe, owner_id, account_type, currency_id, available_delta, frozen_delta,
          cause_id, entry.transaction_id <> of_recipe.transaction_id as is_of_other,
          (${KEY_OF_ENTRY} = any('{${shapes}}'::integer[])) is not true and place is not null
            and not (available_delta = 0 and frozen_delta = 0) as has_other_shape
        from of_recipe full join ${entries} entry using (journal, number)
        where (${KEY_OF_ENTRY} = any('{${shapes}}'::integer[])) is not true
          or entry.transaction_id <> of_recipe.transaction_id
      )
      select found.fault, journal, number, recipe, case found.fault when 'movement_without_entries' then cause_id end as cause_id,
        owner_id, account_type, currency_id, available_delta, frozen_delta
      from compared cross join lateral (values
        ('entry_without_movement', recipe is null), ('movement_without_entries', owner_id is null),
        ('entry_of_other_transaction', is_of_other), ('entry_not_of_recipe', has_other_shape)
      ) found (fault, is_found)
      where is_found`;
  };
}

/** Whether a movement is of a built-in trader, who keeps no orders of its own trading: it needs no record then. */
function ofTraders(caused: readonly CausedRecipe[]): string {
  const recipes = caused.filter(({ cause }) => cause.isOfTradersToo === true);
  if (recipes.length === 0) return 'false';
  return `(actor_id < ${OWNERS.house} and recipe in (${listOf(recipes.map(({ recipe }) => recipe))}))`;
}

const columns = (names: readonly string[]): string =>
  names.map((name) => `cause.${name}`).join(', ');

/** Whether the record of the movement lets its actor act. */
function actorOf({ recipe, cause }: CausedRecipe): string {
  const house = cause.isOfHouseToo ? `actor_id = ${OWNERS.house} or ` : '';
  const acting = cause.actors.length === 0 ? 'false' : `actor_id in (${columns(cause.actors)})`;
  return `when '${recipe}' then (${house}${acting})`;
}

/** Columns with the users whose accounts may change, which PostgreSQL compares faster than arrays of them. */
function ownersOf(caused: readonly CausedRecipe[]): readonly string[] {
  const counts = caused.map(({ cause }) => cause.owners?.length ?? 0);
  return Array.from({ length: Math.max(0, ...counts) }, (_, place) => {
    const cases = caused.flatMap(({ recipe, cause }) => {
      const owner = cause.owners?.[place];
      return owner === undefined ? [] : [`when '${recipe}' then cause.${owner}`];
    });
    return `case recipe ${cases.join(' ')} end`;
  });
}

/**
 * The record of a movement exists, and names its actor and the owners of its accounts. One rule for all
 * three, so that each record is read once. @param caused recipes with records of one table
 */
function notOfCause(caused: readonly CausedRecipe[]): Rule {
  const { cause } = ensure(caused[0], 'a recipe of the cause');
  const owned = caused.filter((each) => each.cause.owners !== null);
  const owners = ownersOf(owned).map((text, place) => [`owner_${place}`, text] as const);
  const names = owners.map(([name]) => name).join(', ');
  // Entries that another rule compares are not joined.
  const ofStrangers = (entries: string): string => `
      union all
      select 'owner_not_of_cause', journal, number, recipe, cause_id, null, entry.owner_id
      from caused join ${entries} entry using (journal, number)
      where found is not null and recipe in (${listOf(owned.map(({ recipe }) => recipe))})
        and entry.owner_id <> ${OWNERS.house} and not (is_of_trader and entry.owner_id < ${OWNERS.house})
        and (entry.owner_id in (${names})) is not true`;
  return function causesOfMovements({ entries, movements }) {
    return `
      with named as materialized (
        select journal, number, recipe, cause_id, actor_id, ${cause.id} as named_id
        from ${movements} movement where recipe in (${listOf(caused.map(({ recipe }) => recipe))})
      ), caused as materialized (
        select journal, number, recipe, cause_id, actor_id, ${ofTraders(caused)} as is_of_trader, cause.id as found,
          case recipe ${caused.map(actorOf).join(' ')} end as is_actor
          ${owners.map(([name, text]) => `, ${text} as ${name}`).join('')}
        from named full join ${ofIds(cause.table, 'select named_id from named')} cause on cause.id = named_id
      )
      select 'cause_missing' as fault, journal, number, recipe, cause_id, null::integer as actor_id,
        null::integer as owner_id
      from caused where found is null and not is_of_trader
      union all
      select 'actor_not_of_cause', journal, number, recipe, cause_id, actor_id, null
      from caused where found is not null and not is_of_trader and is_actor is not true
      ${owners.length === 0 ? '' : ofStrangers(entries)}`;
  };
}

/**
 * Money that came from nowhere: custody owes it although nothing arrived. The index on grants finds
 * all of them, and there are few.
 */
export function grantRule(grants: GrantPolicy): readonly Rule[] {
  if (grants === 'any') return [];
  const allowed =
    grants === 'none'
      ? 'select null::integer as currency_id, 0::numeric as amount where false'
      : `select granted.key::integer as currency_id, granted.value::numeric as amount
         from settings cross join lateral jsonb_each_text(value::jsonb) granted
         where settings.key = '${GRANTED_SETTING}'`;
  return [
    function grantNotAllowed() {
      return `
        select 'grant_not_allowed' as fault, currency_id, granted.amount as granted,
          coalesce(allowed.amount, 0) as allowed, last_journal, last_number
        from (
          select currency_id, sum(available_delta + frozen_delta) as amount,
            max(journal) as last_journal, max(number) as last_number
          from ledger_movements join ledger_entries using (journal, number)
          where recipe = 'seed.grant' and not (owner_id = 0 and account_type = 100)
          group by currency_id
        ) granted
        left join (${allowed}) allowed using (currency_id)
        where granted.amount > coalesce(allowed.amount, 0)`;
    },
  ];
}

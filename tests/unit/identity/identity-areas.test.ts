/** The list of dialing codes: complete, with ids that never change. */
import { getCountries } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { area } from '../../../contract/identity/identity.ts';
import { AREAS, DEFAULT_AREA_ID, findArea } from '../../../server/kit/phone-areas.ts';

test('every country and territory with a dialling code is an area, once', () => {
  expect(AREAS.map(({ iso }) => iso).toSorted()).toEqual(getCountries().toSorted());
});

test('the default area is China', () => {
  expect(findArea(DEFAULT_AREA_ID)).toEqual({ id: 1, name: 'China', iso: 'CN', code: '86' });
});

// Clients store these ids, so a change here is a change of the wire.
test.each([
  [2, 'AC'],
  [56, 'DE'],
  [97, 'HU'],
  [228, 'US'],
  [245, 'ZW'],
])('area %i stays %s', (id, iso) => {
  expect(findArea(id)?.iso).toBe(iso);
});

test('every area is found by its id and is well formed', () => {
  for (const one of AREAS) {
    expect(findArea(one.id)).toBe(one);
    expect(area.parse(one)).toEqual(one);
    expect(one.code).toMatch(/^[1-9]\d{0,2}$/);
    expect(one.name).not.toBe(one.iso);
  }
});

/** The people of the demo exchange. Never seeded in production: their passwords are public. */
import { DEFAULT_LOCALE } from '../../../contract/languages.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { PasswordHasher } from './password-hasher.ts';
import { insertUser } from './users.repo.ts';

export const DEMO_PASSWORD = 'Meridian1';
export const DEMO_PAY_PASSWORD = 'Meridian2';

interface DemoPerson {
  readonly email: string;
  readonly uid: string;
  readonly inviteCode: string;
  /** Whether real-name verification is certified. */
  readonly isUserReal: boolean;
  /** By which they are certified. */
  readonly realName: string | null;
  readonly isAgent?: true;
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'demo.trader@meridian.test',
    uid: '10000001',
    inviteCode: 'DEMOTRADER',
    isUserReal: true,
    realName: 'Tia Reed',
  },
  {
    email: 'demo.merchant@meridian.test',
    uid: '10000002',
    inviteCode: 'DEMOMERCHANT',
    isUserReal: true,
    realName: 'Hai Lin',
  },
  {
    email: 'demo.agent@meridian.test',
    uid: '10000003',
    inviteCode: 'DEMOAGENT',
    isUserReal: true,
    realName: 'Ann Agent',
    isAgent: true,
  },
  {
    email: 'demo.newcomer@meridian.test',
    uid: '10000004',
    inviteCode: 'DEMONEWCOMER',
    isUserReal: false,
    realName: null,
  },
];

/** Adds those that are not there yet; the passwords of the others stay as they are. */
export async function seedDemoPeople(database: Executor, now: EpochMs): Promise<void> {
  const hasher = new PasswordHasher();
  const [passwordHash, payPasswordHash] = await Promise.all([
    hasher.hash(DEMO_PASSWORD),
    hasher.hash(DEMO_PAY_PASSWORD),
  ]);
  for (const person of DEMO_PEOPLE)
    await insertUser(database, {
      ...person,
      passwordHash,
      payPasswordHash,
      locale: DEFAULT_LOCALE,
      createdAtMs: now,
    });
}

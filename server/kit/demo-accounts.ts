/** The accounts of the demo exchange, which its seed adds and its start prints. Never in production: the passwords are public. */

export const DEMO_PASSWORD = 'Meridian1';
export const DEMO_PAY_PASSWORD = 'Meridian2';
export const DEMO_OPERATOR = 'demo.operator@meridian.test';

interface DemoPerson {
  readonly email: string;
  readonly uid: string;
  readonly inviteCode: string;
  /** Whether real-name verification is certified. */
  readonly isUserReal: boolean;
  /** The certified real name. */
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

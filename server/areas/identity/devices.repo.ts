/** Statements on the devices from which users have signed in. */
import { and, eq, gt, lte } from 'drizzle-orm';
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { userDevices } from '../../kit/db/schema/identity.ts';

/** A device of a user, as the database names it. */
export interface Device {
  readonly userId: number;
  readonly deviceHash: string;
}

/** Whether the user has signed in from the device within `device_known_ms`. */
export async function isDeviceKnown(
  database: Executor,
  { userId, deviceHash }: Device,
  now: EpochMs,
): Promise<boolean> {
  const rows = await database
    .select({ userId: userDevices.userId })
    .from(userDevices)
    .where(
      and(
        eq(userDevices.userId, userId),
        eq(userDevices.deviceHash, deviceHash),
        gt(userDevices.lastSignInAtMs, now - LIMITS.device_known_ms),
      ),
    );
  return rows.length === 1;
}

/** Notes a sign-in from the device, which is known from now on. */
export async function putDevice(
  transaction: Executor,
  device: Device,
  lastSignInAtMs: EpochMs,
): Promise<void> {
  await transaction
    .insert(userDevices)
    .values({ ...device, lastSignInAtMs })
    .onConflictDoUpdate({
      target: [userDevices.userId, userDevices.deviceHash],
      set: { lastSignInAtMs },
    });
}

/** Deletes devices with no sign-in since `before`. */
export async function deleteUnusedDevices(database: Executor, before: EpochMs): Promise<void> {
  await database.delete(userDevices).where(lte(userDevices.lastSignInAtMs, before));
}

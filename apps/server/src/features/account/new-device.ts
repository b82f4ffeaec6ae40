import { type Drizzle, newId, notify, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { LoginRequest } from '../../platform/auth/login-request.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import { browserName } from '../../platform/auth/browser-name.ts'
import { newDeviceMail } from './account-mails.ts'

const { users } = schema

/** Tells users of logins in browsers that their account was not used in before, at addresses that are theirs for sure. */
export async function mailNewDevice(
  { db, postIn }: { readonly db: Drizzle; readonly postIn: OutboxFeature['postIn'] },
  userId: string,
  { userAgent, address }: LoginRequest,
): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) return
  const to = { username: user.displayUsername, email: user.email }
  const browser = browserName(userAgent)
  await db.transaction(async (tx) => {
    await notify(tx, userId, {
      kind: 'new-device',
      subject: 'New sign-in to your account',
      body: `${browser}, at ${address}. If it was not you, change your password, and sign out everywhere else.`,
      object: 'settings:security',
      dedupKey: newId(),
    })
    if (user.emailVerifiedAt !== null) await postIn(tx, newDeviceMail(to, browser, address))
  })
}

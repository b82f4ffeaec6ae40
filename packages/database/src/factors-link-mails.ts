import { and, eq, gt, isNull } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { accountLinks, users } = schema

export interface FactorsLinkMail {
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

/** The address of a user, and those that it has replaced within days. */
export async function addressesOf(db: Pick<Drizzle, 'select'>, userId: string, now: number): Promise<string[]> {
  const current = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const canUndo = and(
    eq(accountLinks.userId, userId),
    eq(accountLinks.purpose, 'undo-email'),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, new Date(now)),
  )
  const earlier = await db.select({ email: accountLinks.email }).from(accountLinks).where(canUndo)
  return [...new Set([...current, ...earlier].flatMap(({ email }) => email ?? []))]
}

/** What every address of a user is told when somebody has made a link that removes the second factor. */
export async function factorsLinkMails(
  db: Pick<Drizzle, 'select'>,
  user: { readonly id: string; readonly username: string },
  usable: Date,
  now: number,
): Promise<FactorsLinkMail[]> {
  const body = [
    `Hello ${user.username},`,
    'an administrator has made a link that removes the second factor and the passkeys of your Tradeloom account.',
    `It can be used from ${usable.toISOString().slice(0, 16).replace('T', ' ')} UTC. If you did not ask for it, tell the administrator.`,
  ].join('\n\n')
  const subject = 'Your second factor is about to be removed'
  return (await addressesOf(db, user.id, now)).map((recipient) => ({ recipient, subject, body: `${body}\n` }))
}

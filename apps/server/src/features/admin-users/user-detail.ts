import type { endpoints } from '@tradeloom/contracts'
import { schema } from '@tradeloom/database'
import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { browserName } from '../../platform/auth/browser-name.ts'
import type { Platform } from '../../platform/platform.ts'
import type { IdentitiesService } from '../identities/identities.service.ts'
import type { AdminUsersService } from './admin-users.service.ts'

const { accountDeletions, apiKeys, logins, packageGrants, passkeys, secondFactors, sessions, users } = schema

type UserDetail = z.input<typeof endpoints.getUserDetail.response>

/** The newest of a list; nobody looks at more at once. */
const SHOWN = 50

interface Deps extends Pick<Platform, 'api' | 'db' | 'now'> {
  readonly users: Pick<AdminUsersService, 'one'>
  readonly rightsOf: Platform['users']['rightsOf']
  readonly identities: Pick<IdentitiesService, 'list'>
}

/** One user as an administrator sees one. */
export async function userDetail(deps: Deps, id: string): Promise<UserDetail> {
  const { api, db, users: people, rightsOf, identities } = deps
  const user = await people.one(id)
  const [facts] = await db
    .select({
      emailVerified: users.emailVerifiedAt,
      twoFactor: secondFactors.enabledAt,
      deletion: accountDeletions.dueAt,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(accountDeletions, eq(accountDeletions.userId, users.id))
    .where(eq(users.id, id))
  const [rights, { month }, known] = await Promise.all([rightsOf(id), api.credits.usage(id), identities.list(id)])
  return {
    user,
    emailVerified: iso(facts?.emailVerified),
    twoFactor: iso(facts?.twoFactor),
    passkeys: await db.$count(passkeys, eq(passkeys.userId, id)),
    deletion: iso(facts?.deletion),
    grant: await grantOf(deps, id),
    units: {
      used: user.unitsUsed,
      available: rights.backtestUnits === null ? null : user.unitsUsed + rights.backtestUnits,
    },
    credits: { used: month, available: rights.apiCredits },
    keys: await keysOf(deps, id),
    identities: known.identities,
    sessions: await sessionsOf(deps, id),
    logins: await loginsOf(deps, id),
  }
}

async function grantOf({ db }: Deps, id: string): Promise<UserDetail['grant']> {
  const [row] = await db
    .select({ grant: packageGrants, by: users.displayUsername })
    .from(packageGrants)
    .leftJoin(users, eq(users.id, packageGrants.by))
    .where(eq(packageGrants.userId, id))
  if (!row) return null
  const { packageId, until, reason, createdAt } = row.grant
  return {
    packageId: packageId as NonNullable<UserDetail['grant']>['packageId'],
    until: iso(until),
    reason,
    by: row.by,
    created: createdAt.toISOString(),
  }
}

async function keysOf({ db }: Deps, id: string): Promise<UserDetail['keys']> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, id))
    .orderBy(asc(apiKeys.createdAt))
    .limit(SHOWN)
  return rows.map(({ key, label, scopes, expiresAt, lastUsedAt }) => ({
    key,
    label,
    scopes,
    expires: iso(expiresAt),
    lastUsed: iso(lastUsedAt),
  }))
}

async function sessionsOf({ db }: Deps, id: string): Promise<UserDetail['sessions']> {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(desc(sessions.started), desc(sessions.id))
    .limit(SHOWN)
  return rows.map(({ id: session, algorithmName, instrumentId, status, started, stopped }) => ({
    id: session,
    algorithm: algorithmName,
    instrumentId,
    status,
    started: started.toISOString(),
    stopped: iso(stopped),
  }))
}

async function loginsOf({ db, now }: Deps, id: string): Promise<UserDetail['logins']> {
  const rows = await db
    .select()
    .from(logins)
    .where(and(eq(logins.userId, id), gt(logins.expiresAt, new Date(now()))))
    .orderBy(desc(logins.usedAt), desc(logins.createdAt))
    .limit(SHOWN)
  return rows.map(({ id: login, userAgent, ipAddress, createdAt, usedAt, method }) => ({
    id: login,
    browser: browserName(userAgent ?? ''),
    address: ipAddress ?? '',
    since: createdAt.toISOString(),
    lastUsed: usedAt.toISOString(),
    method,
  }))
}

function iso(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null
}

import type { AuditLine } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { verifyRecords } from './verify-records.ts'

const { auditLog, users } = schema

const LOOK_EVERY_MS = 10 * 60_000

type StoredLine = typeof auditLog.$inferSelect
type Body = Pick<AuditLine, 'actor' | 'via' | 'object' | 'address' | 'detail'>

/** Who did what, for administrators, and for users what concerns their account. */
export function auditFeature({ db, logger, now }: Pick<Platform, 'db' | 'logger' | 'now'>) {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const look = (): void => {
    looking = looking
      .then(() => verifyRecords({ db, logger, now }))
      .catch((error: unknown) => logger.warn({ err: error }, 'the audit log and the journals could not be verified'))
  }
  return {
    handlers: {
      listAudit: async ({ query: { user, action, before, limit } }) => {
        const id = user === undefined ? null : await idOf(db, user)
        if (user !== undefined && id === null) return []
        return linesOf(db, limit, [
          ...(id === null ? [] : [isAbout(id)]),
          ...(action === undefined ? [] : [eq(auditLog.action, action)]),
          ...earlier(before),
        ])
      },
      listMyAudit: ({ userId, query: { before, limit } }) => linesOf(db, limit, [isAbout(userId), ...earlier(before)]),
    },
    async work(): Promise<void> {
      timer = setInterval(look, LOOK_EVERY_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  } as const satisfies Feature
}

const isAbout = (userId: string): SQL => or(eq(auditLog.actor, userId), eq(auditLog.object, userId)) as SQL
const earlier = (before: number | undefined): SQL[] => (before === undefined ? [] : [lt(auditLog.n, before)])

async function idOf(db: Drizzle, username: string): Promise<string | null> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.username, username))
  return found?.id ?? null
}

async function linesOf(db: Drizzle, limit: number, wanted: readonly SQL[]): Promise<AuditLine[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(...wanted))
    .orderBy(desc(auditLog.n))
    .limit(limit)
  const names = await namesOf(db, rows)
  return rows.map(({ n, at, action, body }) => {
    const { actor, via, object, address, detail } = JSON.parse(body) as Body
    const named = (id: string | null): string | null => names.get(id ?? '') ?? id
    return { n, at: at.getTime(), action, via, actor: named(actor), object: named(object), address, detail }
  })
}

async function namesOf(db: Drizzle, rows: readonly StoredLine[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actor, object }) => [actor, object]))].filter((id) => isUuid(id))
  if (ids.length === 0) return new Map()
  const found = await db.select({ id: users.id, name: users.displayUsername }).from(users).where(inArray(users.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

function isUuid(text: string | null): text is string {
  return text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

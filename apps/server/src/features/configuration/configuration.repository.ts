import { ORDER_TEMPLATES } from '@tradeloom/contracts/order-templates'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, ne, notLike, sql } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'

const { configurations } = schema

/** More than the web app has. */
const MAX_PATHS = 200

/** What identifies a value: equal values have equal tags. */
const TAG = sql<string>`md5(${configurations.value}::text)`
/** The tag of a setting that was never changed. */
const NEVER = 'never'

export interface Configuration {
  /** Null if the setting was never changed. */
  readonly value: unknown
  readonly tag: string
}

export function createConfigurationRepository(db: Drizzle) {
  return {
    /** Paths and values, without those that are read with their tags. */
    async list(userId: string): Promise<[path: string, value: unknown][]> {
      const own = and(eq(configurations.userId, userId), ne(configurations.path, ORDER_TEMPLATES))
      const rows = await db
        .select({ path: configurations.path, value: configurations.value })
        .from(configurations)
        .where(and(own, notLike(configurations.path, 'layout.%')))
      return rows.map(({ path, value }) => [path, value])
    },

    async read(userId: string, path: string): Promise<Configuration> {
      const [row] = await db
        .select({ value: configurations.value, tag: TAG })
        .from(configurations)
        .where(and(eq(configurations.userId, userId), eq(configurations.path, path)))
      return row ?? { value: null, tag: NEVER }
    },

    /** Stores a value over the one with the tag, or over any; returns its own tag, or null if another one is stored. */
    async write(userId: string, path: string, value: unknown, ifMatch: string | null): Promise<string | null> {
      // As text: the driver would turn null into an absent value and arrays into arrays of PostgreSQL.
      const stored = sql`${JSON.stringify(value)}::jsonb`
      const set = { value: stored, updatedAt: new Date() }
      const own = and(eq(configurations.userId, userId), eq(configurations.path, path))
      const matching = ifMatch === null ? own : and(own, eq(TAG, ifMatch))
      const [changed] = await db.update(configurations).set(set).where(matching).returning({ tag: TAG })
      if (changed !== undefined) return changed.tag
      if (ifMatch !== null && ifMatch !== NEVER) return null
      return db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const others = and(eq(configurations.userId, userId), ne(configurations.path, path))
        if ((await tx.$count(configurations, others)) >= MAX_PATHS) {
          throw new AppError('limit', 'too-many-settings', `There are ${MAX_PATHS} settings already`)
        }
        const insert = tx.insert(configurations).values({ userId, path, value: stored })
        const target = [configurations.userId, configurations.path]
        const [added] = await (
          ifMatch === null ? insert.onConflictDoUpdate({ target, set }) : insert.onConflictDoNothing({ target })
        ).returning({ tag: TAG })
        return added?.tag ?? null
      })
    },
  }
}

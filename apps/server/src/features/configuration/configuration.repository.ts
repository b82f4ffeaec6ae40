import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, ne, sql } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'

const { configurations } = schema

/** More than the web app has. */
const MAX_PATHS = 200

export function createConfigurationRepository(db: Drizzle) {
  return {
    /** Null if the setting was never changed. */
    async read(userId: string, path: string): Promise<unknown> {
      const [row] = await db
        .select({ value: configurations.value })
        .from(configurations)
        .where(and(eq(configurations.userId, userId), eq(configurations.path, path)))
      return row?.value ?? null
    },

    async write(userId: string, path: string, value: unknown): Promise<void> {
      // As text: the driver would turn null into an absent value and arrays into arrays of PostgreSQL.
      const stored = sql`${JSON.stringify(value)}::jsonb`
      const set = { value: stored, updatedAt: new Date() }
      const own = and(eq(configurations.userId, userId), eq(configurations.path, path))
      const changed = await db.update(configurations).set(set).where(own)
      if (changed.rowCount === 1) return
      await db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const others = and(eq(configurations.userId, userId), ne(configurations.path, path))
        if ((await tx.$count(configurations, others)) >= MAX_PATHS) {
          throw new AppError('limit', 'too-many-settings', `There are ${MAX_PATHS} settings already`)
        }
        await tx
          .insert(configurations)
          .values({ userId, path, value: stored })
          .onConflictDoUpdate({ target: [configurations.userId, configurations.path], set })
      })
    },
  }
}

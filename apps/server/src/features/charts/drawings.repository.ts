import type { Drawing } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, sql } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'

const { drawings } = schema

export interface StoredDrawings {
  readonly items: Drawing[]
  /** 0 before anything was drawn. */
  readonly revision: number
}

/** Instruments with drawings of one user. */
const MAX_INSTRUMENTS = 500

export function createDrawingsRepository(db: Drizzle) {
  const of = (userId: string, instrumentId: string) =>
    and(eq(drawings.userId, userId), eq(drawings.instrumentId, instrumentId))
  return {
    async read(userId: string, instrumentId: string): Promise<StoredDrawings> {
      const [row] = await db.select().from(drawings).where(of(userId, instrumentId))
      return { items: (row?.items ?? []) as Drawing[], revision: row?.revision ?? 0 }
    },

    /** The new revision; null when the drawings have changed since the expected one. */
    async replace(
      userId: string,
      instrumentId: string,
      { items, revision }: StoredDrawings,
    ): Promise<number | 'too-many' | null> {
      const stored = sql`${JSON.stringify(items)}::jsonb`
      if (revision === 0) {
        return db.transaction(async (tx) => {
          await lockUser(tx, userId)
          if ((await tx.$count(drawings, eq(drawings.userId, userId))) >= MAX_INSTRUMENTS) return 'too-many'
          const added = await tx
            .insert(drawings)
            .values({ userId, instrumentId, items: stored })
            .onConflictDoNothing()
            .returning({ revision: drawings.revision })
          return added[0]?.revision ?? null
        })
      }
      const changed = await db
        .update(drawings)
        .set({ items: stored, revision: revision + 1, updatedAt: new Date() })
        .where(and(of(userId, instrumentId), eq(drawings.revision, revision)))
        .returning({ revision: drawings.revision })
      return changed[0]?.revision ?? null
    },
  }
}

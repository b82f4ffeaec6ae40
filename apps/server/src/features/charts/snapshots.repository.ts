import { randomBytes } from 'node:crypto'
import type { ChartSnapshot } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { PngSize } from './check-png.ts'

const { chartSnapshots } = schema

/** Uploaded pictures wait this long to be kept. */
const PREVIEW_MS = 10 * 60_000
/** Pictures of visitors stay this long. */
const VISITOR_MS = 30 * 86_400_000
/** Pictures of one user, and those of all visitors together; the oldest go first. */
const MAX_OF_USER = 200
const MAX_OF_VISITORS = 500

export function createSnapshotsRepository(db: Drizzle, now: () => number) {
  const ago = (ms: number): Date => new Date(now() - ms)
  return {
    /** Stores a picture under a name that cannot be guessed, and forgets those whose time is over. */
    async add(image: Buffer, { width, height }: PngSize, userId: string | null): Promise<string> {
      const preview = and(eq(chartSnapshots.isKept, false), lt(chartSnapshots.createdAt, ago(PREVIEW_MS)))
      const visitors = and(isNull(chartSnapshots.userId), lt(chartSnapshots.createdAt, ago(VISITOR_MS)))
      await db.delete(chartSnapshots).where(or(preview, visitors))
      const filename = `${randomBytes(16).toString('base64url')}.png`
      await db.insert(chartSnapshots).values({ filename, userId, image, width, height, createdAt: new Date(now()) })
      return filename
    },

    /** Keeps a picture of the same user, or of a visitor; false if there is none. */
    async keep(filename: string, title: string, userId: string | null): Promise<boolean> {
      const isOwn = userId === null ? isNull(chartSnapshots.userId) : eq(chartSnapshots.userId, userId)
      const kept = await db
        .update(chartSnapshots)
        .set({ isKept: true, title })
        .where(and(eq(chartSnapshots.filename, filename), isOwn))
        .returning({ filename: chartSnapshots.filename })
      if (kept.length > 0) await this.dropOldest(isOwn, userId === null ? MAX_OF_VISITORS : MAX_OF_USER)
      return kept.length > 0
    },

    /** The kept ones, newest first. */
    async list(userId: string): Promise<ChartSnapshot[]> {
      const { filename, title, width, height, createdAt } = chartSnapshots
      const rows = await db
        .select({ filename, title, width, height, createdAt })
        .from(chartSnapshots)
        .where(and(eq(chartSnapshots.userId, userId), eq(chartSnapshots.isKept, true)))
        .orderBy(desc(createdAt), filename)
        .limit(MAX_OF_USER)
      return rows.map(({ createdAt: created, ...row }) => ({ ...row, created: created.getTime() }))
    },

    /** False if the user has no such picture. */
    async remove(filename: string, userId: string): Promise<boolean> {
      const removed = await db
        .delete(chartSnapshots)
        .where(and(eq(chartSnapshots.filename, filename), eq(chartSnapshots.userId, userId)))
        .returning({ filename: chartSnapshots.filename })
      return removed.length > 0
    },

    async dropOldest(ofOwner: SQL, most: number): Promise<void> {
      const old = db
        .select({ filename: chartSnapshots.filename })
        .from(chartSnapshots)
        .where(ofOwner)
        .orderBy(desc(chartSnapshots.createdAt))
        .offset(most)
      await db.delete(chartSnapshots).where(inArray(chartSnapshots.filename, old))
    },

    /** Null for an unknown picture, and for one whose time is over. */
    async image(filename: string): Promise<Buffer | null> {
      const [row] = await db.select().from(chartSnapshots).where(eq(chartSnapshots.filename, filename))
      if (row === undefined) return null
      const age = now() - row.createdAt.getTime()
      if (!row.isKept && age > PREVIEW_MS) return null
      if (row.userId === null && age > VISITOR_MS) return null
      return Buffer.from(row.image)
    },
  }
}

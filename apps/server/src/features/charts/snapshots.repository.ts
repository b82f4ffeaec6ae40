import { randomBytes } from 'node:crypto'
import type { ChartSnapshot } from '@tradeloom/contracts'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, desc, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PngSize } from './check-png.ts'

const { chartSnapshots } = schema

/** Uploaded pictures wait this long to be kept. */
const PREVIEW_MS = 10 * 60_000
/** Pictures of visitors stay this long. */
const VISITOR_MS = 30 * 86_400_000
/** Of one user: more are refused, since somebody may have passed on the link of each. */
const MAX_OF_USER = 200
const MAX_PREVIEWS_OF_USER = 20
/** Of all visitors together; the oldest go first, or one visitor could keep all others from making any. */
const MAX_OF_VISITORS = 500
const MAX_PREVIEWS_OF_VISITORS = 200

const ofOwner = (userId: string | null) =>
  userId === null ? isNull(chartSnapshots.userId) : eq(chartSnapshots.userId, userId)
const kept = (userId: string | null, isKept: boolean) => and(ofOwner(userId), eq(chartSnapshots.isKept, isKept))

async function requirePreviewLeft(tx: Transaction, userId: string): Promise<void> {
  await lockUser(tx, userId)
  if ((await tx.$count(chartSnapshots, kept(userId, false))) < MAX_PREVIEWS_OF_USER) return
  const text = `You have uploaded ${MAX_PREVIEWS_OF_USER} snapshots without storing them. Please try again in ten minutes.`
  throw new AppError('limit', 'too-many-previews', text)
}

/** Storing the same one again takes no other place. */
async function requirePlaceLeft(tx: Transaction, userId: string, filename: string): Promise<void> {
  await lockUser(tx, userId)
  const others = and(kept(userId, true), ne(chartSnapshots.filename, filename))
  if ((await tx.$count(chartSnapshots, others)) < MAX_OF_USER) return
  throw new AppError(
    'limit',
    'too-many-snapshots',
    `You have stored ${MAX_OF_USER} snapshots. Please delete some of them first.`,
  )
}

export function createSnapshotsRepository(db: Drizzle, now: () => number) {
  const ago = (ms: number): Date => new Date(now() - ms)

  /** Forgets those whose time is over. */
  async function expire(): Promise<void> {
    const previews = and(eq(chartSnapshots.isKept, false), lt(chartSnapshots.createdAt, ago(PREVIEW_MS)))
    const visitors = and(isNull(chartSnapshots.userId), lt(chartSnapshots.createdAt, ago(VISITOR_MS)))
    await db.delete(chartSnapshots).where(or(previews, visitors))
  }

  /** Of visitors. */
  async function dropOldest(isKept: boolean, most: number): Promise<void> {
    const old = db
      .select({ filename: chartSnapshots.filename })
      .from(chartSnapshots)
      .where(kept(null, isKept))
      .orderBy(desc(chartSnapshots.createdAt))
      .offset(most)
    await db.delete(chartSnapshots).where(inArray(chartSnapshots.filename, old))
  }

  return {
    /** Stores a picture under a name that cannot be guessed. */
    async add(image: Buffer, { width, height }: PngSize, userId: string | null): Promise<string> {
      await expire()
      const filename = `${randomBytes(16).toString('base64url')}.png`
      await db.transaction(async (tx) => {
        if (userId !== null) await requirePreviewLeft(tx, userId)
        await tx.insert(chartSnapshots).values({ filename, userId, image, width, height, createdAt: new Date(now()) })
      })
      if (userId === null) await dropOldest(false, MAX_PREVIEWS_OF_VISITORS)
      return filename
    },

    /** Keeps a picture of the same user, or of a visitor; false if there is none. */
    async keep(filename: string, title: string, userId: string | null): Promise<boolean> {
      await expire()
      const isFound = await db.transaction(async (tx) => {
        if (userId !== null) await requirePlaceLeft(tx, userId, filename)
        const found = await tx
          .update(chartSnapshots)
          .set({ isKept: true, title })
          .where(and(eq(chartSnapshots.filename, filename), ofOwner(userId)))
          .returning({ filename: chartSnapshots.filename })
        return found.length > 0
      })
      if (isFound && userId === null) await dropOldest(true, MAX_OF_VISITORS)
      return isFound
    },

    /** The kept ones, newest first. */
    async list(userId: string): Promise<ChartSnapshot[]> {
      const { filename, title, width, height, createdAt } = chartSnapshots
      const rows = await db
        .select({ filename, title, width, height, createdAt })
        .from(chartSnapshots)
        .where(kept(userId, true))
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

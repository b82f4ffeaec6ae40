import type { Seal } from '@tradeloom/contracts'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { AppError, conflict, notFound } from '../../platform/errors/app-error.ts'
import { lockSeals } from './check-seal.ts'
import { lineageOf, type Lineage } from './lineage-of.ts'
import { lineageTrials } from './lineage-trials.ts'
import { usedUntil } from './used-until.ts'

const { algorithmLineages, algorithms, algorithmVersions, lineageSeals, sealOpenings, users } = schema

/** The sealed last part of the data of an own algorithm and its clones. */
export class Seals {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  async view(algorithmId: string, userId: string): Promise<Seal> {
    const lineage = await ownLineage(this.#db, algorithmId, userId)
    const [found] = await sealsOf(this.#db, lineage)
    return {
      sealedFrom: found?.sealedFrom.toISOString() ?? null,
      opened: found?.openedAt?.toISOString() ?? null,
      openedBy: found?.openedBy ?? null,
      algorithms: await this.#db.$count(
        algorithmLineages,
        and(
          eq(algorithmLineages.lineageId, lineage.lineageId),
          sql`${algorithmLineages.users} @> array[${userId}::uuid]`,
        ),
      ),
      lineageTrials: (await lineageTrials(this.#db, algorithmId)).count,
    }
  }

  /** Seals data that no result has used. A seal can be moved to an earlier time, but not to a later one: that opens it. */
  async set(algorithmId: string, sealedFrom: Date, userId: string): Promise<Seal> {
    await this.#db.transaction(async (tx) => {
      const lineage = await ownLineage(tx, algorithmId, userId)
      await lockSeals(tx, lineage.lineageId, 'alone')
      const own = (await sealsOf(tx, lineage)).find((seal) => seal.userId === userId)
      if (own?.openedAt) throw alreadyOpened(own.openedAt, own.openedBy)
      if (own && own.sealedFrom < sealedFrom)
        throw conflict(`The data is sealed from ${dayOf(own.sealedFrom)} on. Only an earlier day can be chosen now`)
      const used = await usedUntil(tx, lineage)
      if (used !== null && used > sealedFrom)
        throw conflict(
          `Results of this algorithm or of a clone have used the data until ${dayOf(used)}. Choose a later day`,
        )
      await tx
        .insert(lineageSeals)
        .values({ lineageId: lineage.lineageId, userId, sealedFrom })
        .onConflictDoUpdate({ target: [lineageSeals.lineageId, lineageSeals.userId], set: { sealedFrom } })
    })
    return this.view(algorithmId, userId)
  }

  /** Of several openings at the same time, one succeeds. */
  async open(algorithmId: string, userId: string): Promise<Seal> {
    await this.#db.transaction(async (tx) => {
      const lineage = await ownLineage(tx, algorithmId, userId)
      await lockSeals(tx, lineage.lineageId, 'alone')
      const seals = await sealsOf(tx, lineage)
      const own = seals.find((seal) => seal.userId === userId)
      if (!own && seals.length > 0)
        throw new AppError('forbidden', 'not-own', 'Only the owner of the algorithm that was cloned can open this seal')
      if (!own) throw notFound('Seal')
      if (own.openedAt) throw alreadyOpened(own.openedAt, own.openedBy)
      const version = await newestVersion(tx, algorithmId)
      const [user] = await tx.select({ name: users.displayUsername }).from(users).where(eq(users.id, userId))
      if (!version || !user) throw notFound('Algorithm')
      const opening = {
        lineageId: lineage.lineageId,
        userId,
        username: user.name,
        sealedFrom: own.sealedFrom,
        algorithmId,
        algorithmVersionId: version.id,
        lineageTrials: (await lineageTrials(tx, algorithmId)).count,
      }
      // The lock lets one in at a time; the primary key would refuse a second one in any case.
      await tx.insert(sealOpenings).values(opening)
    })
    return this.view(algorithmId, userId)
  }
}

async function ownLineage(db: Drizzle | Transaction, algorithmId: string, userId: string): Promise<Lineage> {
  const isOwn = and(eq(algorithms.id, algorithmId), eq(algorithms.userId, userId))
  const lineage = (await db.$count(algorithms, isOwn)) > 0 ? await lineageOf(db, algorithmId) : null
  if (!lineage) throw notFound('Algorithm')
  return lineage
}

async function newestVersion(tx: Transaction, algorithmId: string): Promise<{ readonly id: string } | undefined> {
  const [newest] = await tx
    .select({ id: algorithmVersions.id })
    .from(algorithmVersions)
    .where(eq(algorithmVersions.algorithmId, algorithmId))
    .orderBy(desc(algorithmVersions.versionNo))
    .limit(1)
  return newest
}

/** Of everybody along the chain of clones; those that are closed first, the earliest at the top. */
function sealsOf(db: Drizzle | Transaction, { lineageId, users: owners }: Lineage) {
  const isOpening = and(
    eq(sealOpenings.lineageId, lineageSeals.lineageId),
    eq(sealOpenings.userId, lineageSeals.userId),
  )
  return db
    .select({
      userId: lineageSeals.userId,
      sealedFrom: lineageSeals.sealedFrom,
      openedAt: sealOpenings.openedAt,
      openedBy: sealOpenings.username,
    })
    .from(lineageSeals)
    .leftJoin(sealOpenings, isOpening)
    .where(and(eq(lineageSeals.lineageId, lineageId), inArray(lineageSeals.userId, [...owners])))
    .orderBy(desc(sql`${sealOpenings.openedAt} is null`), asc(lineageSeals.sealedFrom))
}

function alreadyOpened(time: Date, name: string | null): AppError {
  return conflict(`${name ?? 'Someone'} opened the sealed data on ${dayOf(time)}. That can be done only once`)
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

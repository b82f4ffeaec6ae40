import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountExport } from '@tradeloom/contracts'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { exportAccount, exportFile } from './export-account.job.ts'

const { accountExports } = schema
type Row = typeof accountExports.$inferSelect

const UNFINISHED = ['Queued', 'In Progress'] as const

interface Deps {
  readonly db: Drizzle
  readonly jobs: Pick<Jobs, 'add'>
  readonly folder: string
  readonly now: () => number
}

/** Copies of everything of a user: one at a time, each for a day. */
export class AccountExports {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async newest(userId: string): Promise<AccountExport | null> {
    const [row] = await this.#deps.db
      .select()
      .from(accountExports)
      .where(eq(accountExports.userId, userId))
      .orderBy(desc(accountExports.createdAt), desc(accountExports.id))
      .limit(1)
    return row && (row.expiresAt === null || row.expiresAt.getTime() > this.#deps.now()) ? viewExport(row) : null
  }

  /** `marketData`: with the prices that the user has imported. */
  async begin(userId: string, marketData: boolean): Promise<AccountExport> {
    const { db, jobs, now } = this.#deps
    return db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const isUnfinished = and(eq(accountExports.userId, userId), inArray(accountExports.status, [...UNFINISHED]))
      if ((await tx.$count(accountExports, isUnfinished)) > 0) throw conflict('An export is being made already')
      // Only the newest file is kept; the others are cleared.
      await tx.delete(accountExports).where(eq(accountExports.userId, userId))
      const id = newId()
      const [row] = await tx
        .insert(accountExports)
        .values({ id, userId, createdAt: new Date(now()) })
        .returning()
      await jobs.add(tx, exportAccount, { id, tenant: userId, data: { userId, marketData } })
      return viewExport(row!)
    })
  }

  /** Others do not learn whether it exists. */
  async open(id: string, userId: string): Promise<{ stream: NodeJS.ReadableStream; bytes: number }> {
    const { db, folder, now } = this.#deps
    const isOpen = and(
      eq(accountExports.id, id),
      eq(accountExports.userId, userId),
      eq(accountExports.status, 'Completed'),
      gt(accountExports.expiresAt, new Date(now())),
    )
    const [row] = await db.select().from(accountExports).where(isOpen)
    if (!row) throw notFound('Export')
    const stream = createReadStream(exportFile(folder, id))
    await new Promise<void>((done, fail) => stream.once('open', () => done()).once('error', fail)).catch(() => {
      throw notFound('Export')
    })
    return { stream, bytes: row.bytes ?? 0 }
  }

  /** Removes files that nobody can download any more. */
  async clear(): Promise<void> {
    const { db, folder, now } = this.#deps
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(folder)).filter((name) => NAME.test(name))
    const ids = names.map((name) => name.slice(0, ID_LENGTH))
    const rows = ids.length === 0 ? [] : await db.select().from(accountExports).where(inArray(accountExports.id, ids))
    const kept = new Set(
      rows.filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now()).map(({ id }) => id),
    )
    for (const name of names) if (!kept.has(name.slice(0, ID_LENGTH))) await rm(join(folder, name), { force: true })
  }
}

const ID_LENGTH = 36
const NAME = /^[\da-f-]{36}\.zip(\.part)?$/

function viewExport({ id, status, detail, bytes, createdAt, expiresAt }: Row): AccountExport {
  const times = { created: createdAt.toISOString(), expires: expiresAt?.toISOString() ?? null }
  return { id, status, detail, bytes, ...times }
}

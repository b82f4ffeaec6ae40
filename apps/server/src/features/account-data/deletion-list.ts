import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Drizzle, schema } from '@tradeloom/database'
import { inArray } from 'drizzle-orm'

const { users } = schema

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Ids of deleted users, beside the database: a backup that is restored knows them still. */
export class DeletionList {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async add(userId: string): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${userId}\n`, { mode: 0o600 })
  }

  /** Users who were deleted and are there again. */
  async restored(db: Drizzle): Promise<string[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '')
    const ids = text.split('\n').filter((line) => ID.test(line))
    if (ids.length === 0) return []
    const rows = await db.select({ id: users.id }).from(users).where(inArray(users.id, ids))
    return rows.map(({ id }) => id)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { newId, silentLogger, startDatabase, type Transaction } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineJob, type Fairness, type Job } from './define-job.ts'
import { Jobs } from './jobs.ts'

interface Note {
  readonly text: string
}

interface Deps {
  readonly fairness?: Partial<Fairness>
  readonly perform: (job: Job<Note>) => Promise<void>
}

/** Its rows are in `notes`: how often the job of an id has ended, and how often it was interrupted. */
const note = defineJob({
  name: 'note',
  schema: z.strictObject({ text: z.string() }),
  fairness: ({ fairness }: Deps): Fairness => ({ atOnce: 2, perTenant: 2, ...fairness }),
  retry: {
    limit: 2,
    interrupted: async (tx, { id, why, isLast }) => {
      await tx.execute(insertNote(id, isLast ? 'given up' : why))
    },
  },
  perform: (job, { perform }) => perform(job),
})

let database: TestDatabase
const opened: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  database = await startTestDatabase()
  await database.pool.query('create table notes (id uuid, text text)')
})
afterAll(() => database?.stop())
beforeEach(async () => {
  await database.pool.query('truncate notes; truncate lease_owners cascade')
  await database.pool.query(`delete from pgboss.job`).catch(() => undefined)
})
afterEach(async () => {
  for (const server of opened.splice(0).toReversed()) await server.stop()
})

const logger = { ...silentLogger, debug: () => undefined, error: () => undefined }

const insertNote = (id: string, text: string): string => `insert into notes (id, text) values ('${id}', '${text}')`

/** One server process on the database; `die` leaves everything as kill -9 would. */
async function server(deps: Deps, onDeath: () => void = () => undefined) {
  const own = await startDatabase({ dataDir: '', url: database.url, logger: silentLogger })
  const jobs = await Jobs.open({ database: own, logger, onDeath })
  await jobs.start([note.with(deps)], { isBusy: () => false })
  let isDead = false
  const stop = async (): Promise<void> => {
    if (isDead) return
    isDead = true
    await jobs.stop()
    await jobs.close()
    await own.stop()
  }
  opened.push({ stop })
  return { jobs, stop }
}

async function add(jobs: Jobs, tenant: string, text: string, id = newId()): Promise<string> {
  await database.db.transaction((tx) => jobs.add(tx, note, { id, tenant, data: { text } }))
  return id
}

const write = (job: Job<Note>, text: string) => async (tx: Transaction) => {
  await tx.execute(insertNote(job.id, text))
}

const notesOf = async (id: string): Promise<string[]> =>
  (await database.pool.query<{ text: string }>('select text from notes where id = $1', [id])).rows.map(
    ({ text }) => text,
  )

const jobsLeft = async (): Promise<number> =>
  Number((await database.pool.query(`select count(*) from pgboss.job where state < 'completed'`)).rows[0].count)

/** The owner of a job's lease. */
const ownerOf = async (id: string): Promise<string> =>
  (await database.pool.query('select owner from leases where key = $1', [id])).rows[0].owner

/** Whether a transaction holds the lease of a job. */
const isLocked = async (id: string): Promise<boolean> =>
  (await database.pool.query('select from leases where key = $1 for update skip locked', [id])).rowCount === 0

/** Makes an owner look silent for a minute, like a process that hangs. */
const silence = (owner: string) =>
  database.pool.query(`update lease_owners set heartbeat_at = now() - interval '1 minute' where id = $1`, [owner])

describe('a job', () => {
  it('is performed once, by one of two servers, and leaves nothing behind', async () => {
    const performed: string[] = []
    const perform = async (job: Job<Note>): Promise<void> => {
      performed.push(job.data.text)
      await job.end(write(job, 'done'))
    }
    const [first] = await Promise.all([server({ perform }), server({ perform })])
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => add(first.jobs, `tenant ${i % 3}`, `job ${i}`)))
    await expect.poll(jobsLeft).toBe(0)
    expect(performed.toSorted()).toEqual(ids.map((_, i) => `job ${i}`).toSorted())
    for (const id of ids) expect(await notesOf(id)).toEqual(['done'])
    expect((await database.pool.query('select from leases')).rowCount).toBe(0)
  })

  it('is not queued if the transaction that adds it fails', async () => {
    const { jobs } = await server({ perform: (job) => job.end(write(job, 'done')).then(() => undefined) })
    const id = newId()
    const asking = database.db.transaction(async (tx) => {
      await jobs.add(tx, note, { id, tenant: 'a', data: { text: 'never' } })
      throw new Error('changed my mind')
    })
    await expect(asking).rejects.toThrow('changed my mind')
    expect(await jobsLeft()).toBe(0)
    expect(await notesOf(id)).toEqual([])
  })

  it('returns to the queue at once when its server stops', async () => {
    const begun = Promise.withResolvers<void>()
    const first = await server({
      perform: async (job) => {
        begun.resolve()
        await sleep(60_000, undefined, { signal: job.signal }).catch(() => undefined)
      },
    })
    const id = await add(first.jobs, 'a', 'long')
    await begun.promise
    const second = await server({ perform: (job) => job.end(write(job, 'done')).then(() => undefined) })
    await first.stop()
    await expect.poll(() => notesOf(id), { timeout: 3000 }).toEqual(['server-stopped', 'done'])
    await second.stop()
  })

  it('is taken over from a silent server, which then aborts it and cannot end it', async () => {
    const begun = Promise.withResolvers<Job<Note>>()
    const go = Promise.withResolvers<void>()
    const ends: boolean[] = []
    const first = await server({
      // Keeps it from taking the job a second time itself.
      fairness: { atOnce: 1 },
      perform: async (job) => {
        begun.resolve(job)
        await go.promise
        ends.push(await job.end(write(job, 'first')))
      },
    })
    const id = await add(first.jobs, 'a', 'contested')
    const job = await begun.promise
    const owner = await ownerOf(id)
    const second = await server({ perform: (one) => one.end(write(one, 'second')).then(() => undefined) })
    // The first renews its heartbeat every two seconds; one poll of the second in between is enough.
    await expect
      .poll(async () => (await silence(owner), notesOf(id)), { interval: 50 })
      .toEqual(['server-lost', 'second'])
    await expect.poll(() => job.signal.aborted).toBe(true)
    go.resolve()
    await expect.poll(() => ends).toEqual([false])
    expect(await notesOf(id)).toEqual(['server-lost', 'second'])
    await second.stop()
  })

  it(
    'is taken over from a process that was suspended while ending jobs, without delaying its other jobs',
    { tags: ['full'] },
    async () => {
      const begun: string[] = []
      const resumed = Promise.withResolvers<void>()
      const ends: boolean[] = []
      const first = await server({
        fairness: { atOnce: 2 },
        perform: async (job) => {
          begun.push(job.id)
          if (job.data.text === 'inside a transaction') {
            ends.push(await job.end(async (tx) => (await write(job, 'first')(tx), await resumed.promise)))
          } else await resumed.promise
        },
      })
      const locked = await add(first.jobs, 'a', 'inside a transaction')
      const free = await add(first.jobs, 'a', 'between transactions')
      await expect.poll(() => begun.toSorted()).toEqual([locked, free].toSorted())
      const owner = await ownerOf(free)
      await expect.poll(() => isLocked(locked)).toBe(true)
      const second = await server({ perform: (one) => one.end(write(one, 'second')).then(() => undefined) })
      const silenced = async (id: string): Promise<string[]> => (await silence(owner), notesOf(id))
      await expect.poll(() => silenced(free), { interval: 50 }).toEqual(['server-lost', 'second'])
      expect(await isLocked(locked)).toBe(true)
      // PostgreSQL ends the silent transaction.
      await expect.poll(() => silenced(locked), { interval: 50 }).toEqual(['server-lost', 'second'])
      resumed.resolve()
      await expect.poll(() => ends).toHaveLength(1)
      expect(await notesOf(locked)).toEqual(['server-lost', 'second'])
      await second.stop()
    },
  )

  it('can change its rows while its server holds the lease, and not afterwards', async () => {
    const begun = Promise.withResolvers<Job<Note>>()
    const { jobs } = await server({
      perform: async (job) => {
        begun.resolve(job)
        await sleep(60_000, undefined, { signal: job.signal }).catch(() => undefined)
      },
    })
    const id = await add(jobs, 'a', 'changed')
    const job = await begun.promise
    expect(await job.change(write(job, 'held'))).toBe(true)
    await expect(job.change(() => Promise.reject(new Error('changed my mind')))).rejects.toThrow('changed my mind')
    expect(job.signal.aborted).toBe(false)
    // As another server does that takes it over; this one has not noticed it yet.
    await database.pool.query('delete from leases where key = $1', [id])
    expect(await job.change(write(job, 'late'))).toBe(false)
    expect(job.signal.aborted).toBe(true)
    expect(await notesOf(id)).not.toContain('late')
  })

  it('is aborted when it is canceled', async () => {
    const begun = Promise.withResolvers<Job<Note>>()
    const { jobs } = await server({
      perform: async (job) => {
        begun.resolve(job)
        await sleep(60_000, undefined, { signal: job.signal }).catch(() => undefined)
      },
    })
    const id = await add(jobs, 'a', 'unwanted')
    const job = await begun.promise
    await jobs.cancel(note, id, async (tx) => {
      await tx.execute(insertNote(id, 'canceled'))
    })
    await expect.poll(() => job.signal.aborted, { timeout: 5000 }).toBe(true)
    expect(await job.end(write(job, 'done'))).toBe(false)
    expect(await notesOf(id)).toEqual(['canceled'])
    expect(await jobsLeft()).toBe(0)
  })

  it('stays queued when a cancellation is rolled back', async () => {
    const go = Promise.withResolvers<void>()
    const { jobs } = await server({
      perform: async (job) => {
        await go.promise
        await job.end(write(job, 'done'))
      },
    })
    const id = await add(jobs, 'a', 'kept')
    await jobs.cancel(note, id, async () => false)
    go.resolve()
    await expect.poll(() => notesOf(id)).toEqual(['done'])
  })

  it('is given up after too many failures', { tags: ['full'] }, async () => {
    let tries = 0
    const { jobs } = await server({
      perform: async () => {
        tries++
        throw new Error('broken')
      },
    })
    const id = await add(jobs, 'a', 'broken')
    await expect.poll(() => notesOf(id)).toEqual(['error', 'error', 'given up'])
    expect(tries).toBe(3)
    expect(await jobsLeft()).toBe(0)
  })

  it('can be queued again under the same id after it has ended', async () => {
    const { jobs } = await server({ perform: (job) => job.end(write(job, job.data.text)).then(() => undefined) })
    const id = await add(jobs, 'a', 'first')
    await expect.poll(() => notesOf(id)).toEqual(['first'])
    await add(jobs, 'a', 'second', id)
    await expect.poll(() => notesOf(id)).toEqual(['first', 'second'])
  })
})

describe('an owner whose process has ended', () => {
  it('immediately loses its jobs to a process on the same host', async () => {
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    let deaths = 0
    const onDeath = (): void => void deaths++
    const first = await server(
      {
        fairness: { atOnce: 1 },
        perform: async () => {
          begun.resolve()
          await go.promise
        },
      },
      onDeath,
    )
    const id = await add(first.jobs, 'a', 'orphan')
    await begun.promise
    // No process has this id: it exceeds what Linux assigns.
    await database.pool.query('update lease_owners set pid = 4194305')
    // Either of the two notices it.
    await server({ perform: (job) => job.end(write(job, 'done')).then(() => undefined) }, onDeath)
    await expect.poll(() => notesOf(id), { timeout: 5000 }).toEqual(['server-lost', 'done'])
    // Listeners are told that messages of that process may be missing.
    await expect.poll(() => deaths).toBeGreaterThan(0)
    go.resolve()
  })
})

describe('the queue', () => {
  /** Performs jobs one at a time in queue order, once all of them are queued. */
  async function order(tenants: readonly string[], fairness: Partial<Fairness>): Promise<string[]> {
    const performed: string[] = []
    const asking = await Jobs.open({ database, logger })
    opened.push({ stop: () => asking.close() })
    for (const [i, tenant] of tenants.entries()) await add(asking, tenant, `${tenant}${i}`)
    await server({
      fairness,
      perform: async (job) => {
        performed.push(job.data.text)
      },
    })
    await expect.poll(() => performed.length).toBe(tenants.length)
    return performed
  }

  it('serves tenants in turn and keeps the order of each tenant', async () => {
    expect(await order(['a', 'a', 'a', 'b', 'b', 'c'], { atOnce: 1 })).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2'])
  })

  it('leaves room for others while one tenant uses its whole share', async () => {
    const running: string[] = []
    const go = Promise.withResolvers<void>()
    const perform = async (job: Job<Note>): Promise<void> => {
      running.push(job.data.text)
      await go.promise
    }
    const { jobs } = await server({ fairness: { atOnce: 3, perTenant: 2 }, perform })
    for (const text of ['a1', 'a2', 'a3', 'b1']) await add(jobs, text.charAt(0), text)
    await expect.poll(() => running.toSorted()).toEqual(['a1', 'a2', 'b1'])
    go.resolve()
    await expect.poll(() => running.length).toBe(4)
  })

  it('enforces a limit per tenant across servers', async () => {
    let [now, most] = [0, 0]
    const perform = async (): Promise<void> => {
      most = Math.max(most, ++now)
      await sleep(30)
      now--
    }
    const fairness = { perTenant: 1, scope: 'everywhere' } as const
    const servers = await Promise.all([server({ fairness, perform }), server({ fairness, perform })])
    await Promise.all(Array.from({ length: 12 }, (_, i) => add(servers[i % 2]!.jobs, 'a', `job ${i}`)))
    await expect.poll(jobsLeft).toBe(0)
    expect(most).toBe(1)
  })
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TICK_FLAGS, type TickRow } from './tick-file.ts'
import { TickReader } from './tick-reader.ts'
import { planTicks, type TickNeeds, tidyTicks } from './tick-retention.ts'
import { TickWriter } from './tick-writer.ts'

const ID = 'EURUSD.m:SIM'
const DAY = 86_400_000
const START = Date.UTC(2026, 0, 10)
const NOTHING: TickNeeds = { isKept: false, row: Infinity, time: Infinity }
const KEPT: TickNeeds = { ...NOTHING, isKept: true }

let dir = ''
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'tradeloom-ticks-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

const names = (folder = dir): string[] => readdirSync(join(folder, '.live', encodeURIComponent(ID))).sort()
const dayOf = (time: number): number => Math.floor(time / DAY) * DAY
const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7)
const failed = (_: string, error: unknown): never => {
  throw error
}
const tidy = (day: number, needs: TickNeeds, days = 35) =>
  tidyTicks(dir, { now: START + day * DAY + 5000, days, needs: () => needs }, { onError: failed })
const readAll = (folder = dir) => new TickReader(folder).read(ID, 0, 1e9)

/** A few rows for each of these days, with a heartbeat. */
function log(days: readonly number[], rowsOf: (day: number) => number = () => 3): TickRow[] {
  const writer = new TickWriter(dir, ID)
  const rows = days.flatMap((day) =>
    Array.from({ length: rowsOf(day) }, (_, index) => {
      const time = START + day * DAY + index * 1000 + 0.25
      const flags = index === 1 ? TICK_FLAGS.heartbeat : 0
      return writer.append({ time, receivedAt: time + 7.5, bid: 1.1 + writer.next / 3e5, ask: 1.2, flags })
    }),
  )
  writer.close()
  return rows
}

const days = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

describe('what nobody keeps', () => {
  it('goes after five weeks, except for the newest day, with which the count goes on', async () => {
    log(days(0, 60))
    expect(await tidy(59, NOTHING)).toMatchObject({ removedFiles: 24, months: 0 })
    expect((await readAll())[0]?.sequence).toBe(24 * 3)
    expect(await tidy(59, NOTHING)).toMatchObject({ removedFiles: 0, lostBytes: 0 })
    await tidy(900, NOTHING)
    expect(names()).toEqual(['2026-03-10.ticks'])
    const writer = new TickWriter(dir, ID)
    expect(writer.next).toBe(180)
    writer.close()
  })

  it('stays from the row, or the day, that is needed', async () => {
    const rows = log(days(0, 60))
    await tidy(59, { ...NOTHING, row: 31 })
    expect((await readAll()).map(({ sequence }) => sequence)).toEqual(rows.slice(30).map(({ sequence }) => sequence))
    await tidy(59, { ...NOTHING, time: START + 20 * DAY + 7000 })
    expect((await readAll())[0]?.sequence).toBe(60)
    await tidy(59, { ...NOTHING, row: 0 })
    expect((await readAll())[0]?.sequence).toBe(60)
  })

  it('is counted before it goes', async () => {
    log(days(0, 60))
    const rules = { now: START + 59 * DAY, days: 20, needs: () => NOTHING }
    const [plan] = planTicks(dir, rules)
    const before = names().length
    const done = await tidyTicks(dir, rules, { onError: failed })
    expect(done?.lostBytes).toBe(plan?.lostBytes)
    expect(before - names().length).toBe(plan?.removed.length)
    expect(planTicks(join(dir, 'none'), rules)).toEqual([])
  })
})

describe('what is kept', () => {
  it('becomes months once all their days are old, and reads the same', async () => {
    const rows = log(days(0, 80))
    expect(await tidy(79, KEPT)).toMatchObject({ months: 1, lostBytes: 0 })
    expect(names().filter((name) => name.endsWith('.parquet'))).toEqual(['2026-01.0-65.parquet'])
    expect(names()).not.toContain('2026-01-31.ticks')
    expect(names()).toContain('2026-02-01.ticks')
    expect(await readAll()).toEqual(rows)
    await tidy(120, KEPT)
    expect(names().filter((name) => name.endsWith('.parquet'))).toHaveLength(2)
    expect(await readAll()).toEqual(rows)
  })

  it('goes once it is not kept any longer, and stays while a row of it is needed', async () => {
    log(days(0, 80))
    await tidy(79, KEPT)
    await tidy(79, { ...NOTHING, row: 50 })
    expect((await readAll())[0]?.sequence).toBe(0)
    await tidy(79, NOTHING)
    expect((await readAll())[0]?.sequence).toBe(44 * 3)
  })

  it('is reported, and stays as it is, where a day does not follow the one before', async () => {
    log(days(0, 80))
    const path = join(dir, '.live', encodeURIComponent(ID), '2026-01-15.ticks')
    truncateSync(path, 24 + 40)
    const problems: unknown[] = []
    const rules = { now: START + 79 * DAY, days: 35, needs: () => KEPT }
    await tidyTicks(dir, rules, { onError: (_, error) => problems.push(error) })
    expect(String(problems)).toContain('2026-01-16.ticks does not follow the day before it')
    expect(names()).toHaveLength(80)
    expect(await readAll()).toHaveLength(80 * 3 - 2)
  })
})

describe('interrupted', () => {
  it('before days are removed, or half way through, each row is read once', async () => {
    const rows = log(days(0, 80))
    await cp(join(dir, '.live'), join(dir, 'before'), { recursive: true })
    await tidy(79, KEPT)
    const folder = join(dir, '.live', encodeURIComponent(ID))
    // All days of the month, then some of them, are still there beside it.
    for (const left of [22, 9]) {
      const old = readdirSync(join(dir, 'before', encodeURIComponent(ID))).filter((name) => name.startsWith('2026-01'))
      for (const name of old.slice(-left))
        await cp(join(dir, 'before', encodeURIComponent(ID), name), join(folder, name))
      writeFileSync(join(folder, '2026-02.77-1.tmp'), 'half a month')
      expect(await readAll()).toEqual(rows)
      expect(await tidy(79, KEPT)).toMatchObject({ lostBytes: 0, months: 0 })
      expect(await readAll()).toEqual(rows)
      expect(names().filter((name) => name.startsWith('2026-01') || name.endsWith('.tmp'))).toHaveLength(1)
    }
  })

  const POINTS: readonly (readonly [string, (found: readonly string[]) => boolean])[] = [
    ['while the first part is written', (found) => found.some((name) => name.includes('-part'))],
    ['between parts', (found) => found.filter((name) => name.includes('-part')).length > 9],
    ['while the month is written', (found) => found.some((name) => /^2026-01\.\d+-\d+\.tmp$/.test(name))],
    ['once the month is there', (found) => found.some((name) => name.endsWith('.parquet'))],
    [
      'while days are removed',
      (found) =>
        found.some((name) => name.endsWith('.parquet')) &&
        found.filter((name) => name.startsWith('2026-01') && name.endsWith('.ticks')).length < 20,
    ],
    ['in the second month', (found) => found.some((name) => name.startsWith('2026-02-part'))],
  ]

  it('by a kill at any point, each row is read once, and the next one ends it', { timeout: 120_000 }, async () => {
    const rows = log(days(0, 100), () => 3000)
    await cp(join(dir, '.live'), join(dir, 'before'), { recursive: true })
    const entry = new URL('testing/tidy-main.ts', import.meta.url)
    for (const [point, isReached] of POINTS) {
      let isCaught = false
      for (let attempt = 0; attempt < 20 && !isCaught; attempt++) {
        await rm(join(dir, '.live'), { recursive: true })
        await cp(join(dir, 'before'), join(dir, '.live'), { recursive: true })
        const args = [dir, String(START + 99 * DAY)]
        const child = fork(entry, args, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
        const ended = once(child, 'exit')
        while (child.exitCode === null && !isCaught) {
          isCaught = isReached(names())
          if (!isCaught) await new Promise(setImmediate)
        }
        child.kill('SIGKILL')
        await ended
      }
      expect(isCaught, point).toBe(true)
      const found = await readAll()
      expect(found.length, point).toBe(rows.length)
      expect(found.every((row, index) => row.bid === rows[index]?.bid && row.sequence === index)).toBe(true)
      expect(await tidy(99, KEPT)).not.toBeNull()
      expect(names().filter((name) => /\.(parquet|tmp)$/.test(name))).toHaveLength(2)
      expect(await readAll()).toHaveLength(rows.length)
    }
  })
})

/** A small generator: the same cases each time. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
  'nothing that is needed goes, and everything else does, whatever comes together (%i)',
  async (seed) => {
    const pick = random(seed)
    let present: TickRow[] = []
    let day = 0
    for (let round = 0; round < 6; round++) {
      const until = day + 5 + pick(50)
      const logged = days(day, until).filter(() => pick(5) > 0)
      present.push(...log(logged, () => 1 + pick(6)))
      day = until
      const newest = present.at(-1)
      const now = day + pick(60)
      const needs: TickNeeds = {
        isKept: pick(2) === 0,
        row: pick(2) === 0 ? Infinity : pick((newest?.sequence ?? 0) + 20),
        time: pick(2) === 0 ? Infinity : START + pick(day) * DAY + pick(DAY),
      }
      const months = new Map(
        names().flatMap((name) => {
          const [, month, , last] = /^(\d{4}-\d{2})\.(\d+)-(\d+)\.parquet$/.exec(name) ?? []
          return month === undefined ? [] : [[month, Number(last)] as const]
        }),
      )
      const end = Math.min(
        dayOf(START + (now - 35) * DAY + 5000),
        needs.time === Infinity ? Infinity : dayOf(needs.time),
      )
      const lastOf = Map.groupBy(present, ({ time }) => dayOf(time))
      const stays = ({ time }: TickRow): boolean => {
        if (needs.isKept || dayOf(time) === dayOf(newest?.time ?? 0)) return true
        const last = months.get(monthOf(time))
        if (last !== undefined) return last >= needs.row || nextMonth(time) > end
        return dayOf(time) >= end || (lastOf.get(dayOf(time))?.at(-1)?.sequence ?? 0) >= needs.row
      }
      const expected = present.filter(stays)
      // What is needed, said in the plainest way.
      const needed = present.filter(
        ({ sequence, time }) =>
          sequence >= needs.row || time >= needs.time || time >= START + (now - 35) * DAY + 5000 || needs.isKept,
      )
      await tidy(now, needs)
      expect(await readAll()).toEqual(expected)
      const kept = new Set(expected.map(({ sequence }) => sequence))
      expect(needed.filter(({ sequence }) => !kept.has(sequence))).toEqual([])
      await compareReads(expected, pick)
      present = expected
    }
  },
)

const nextMonth = (time: number): number => {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** All ways of reading agree with the rows that are there. */
async function compareReads(rows: readonly TickRow[], pick: (below: number) => number): Promise<void> {
  const reader = new TickReader(dir)
  const isPrice = ({ flags }: TickRow): boolean => flags === 0
  const [first, newest] = [rows[0] as TickRow, rows.at(-1) as TickRow]
  for (let read = 0; read < 6; read++) {
    const [from, max] = [pick(newest.sequence + 3), 1 + pick(40)]
    expect(await reader.read(ID, from, max)).toEqual(rows.filter(({ sequence }) => sequence >= from).slice(0, max))
    const time = first.time - DAY + pick(newest.time - first.time + 2 * DAY)
    const at = await reader.sequenceAt(ID, time)
    const price = rows.find((row) => isPrice(row) && row.time >= time)
    expect(at).toBeLessThanOrEqual(price?.sequence ?? newest.sequence + 1)
    expect(rows.findLast((row) => isPrice(row) && row.time < time)?.sequence ?? -1).toBeLessThan(at)
    const to = time + pick(20) * DAY
    const prices: TickRow[] = []
    for await (const part of reader.prices(ID, time, to)) prices.push(...part)
    expect(prices.filter((row) => row.time >= time)).toEqual(
      rows.filter((row) => isPrice(row) && row.time >= time && row.time < to),
    )
  }
  expect(await reader.sequenceAt(ID, -Infinity)).toBe(first.sequence)
  expect(await reader.sequenceAt(ID, Infinity)).toBe(newest.sequence + 1)
  expect(await reader.newest(ID)).toEqual(newest)
  expect(await reader.last(ID)).toEqual(rows.findLast(isPrice))
}

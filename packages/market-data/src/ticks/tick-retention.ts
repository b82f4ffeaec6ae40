import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LockedByOther, withWriterLock } from '../store/writer-lock.ts'
import { dayName, dayOf, liveFolder, liveInstruments, liveRoot, logFiles } from './live-folder.ts'
import { inDay } from './open-day.ts'
import { storeTickMonth } from './tick-month.ts'

const DAY_MS = 86_400_000

/** Why rows of an instrument are needed. */
export interface TickNeeds {
  /** Whether old rows are kept, as months. */
  readonly isKept: boolean
  /** Rows from this one on, and those from this time on, stay as they are; Infinity if none has to. */
  readonly row: number
  readonly time: number
}

export interface TickRules {
  readonly now: number
  /** Every row of that many days stays as it is. */
  readonly days: number
  readonly needs: (instrumentId: string) => TickNeeds
}

/** What the rules do with the log of an instrument. */
export interface TickPlan {
  readonly instrumentId: string
  /** Names of files whose rows nobody keeps, or which a month has, too. */
  readonly removed: readonly string[]
  /** The size of those whose rows are lost. */
  readonly lostBytes: number
  /** Months to be made, oldest first, of the days that there are. */
  readonly months: readonly { readonly month: string; readonly days: readonly string[] }[]
}

export interface TidiedTicks {
  readonly removedFiles: number
  readonly lostBytes: number
  readonly months: number
}

/** What would be done, for all instruments. */
export function planTicks(marketDir: string, rules: TickRules): TickPlan[] {
  return liveInstruments(marketDir).map((instrumentId) => planOf(marketDir, instrumentId, rules))
}

/**
 * Applies the rules. One process does it at a time; null if another one is at it. Wherever it is interrupted, each row that
 * is kept is read once. Instruments that cannot be tidied up are reported, and the others are.
 */
export async function tidyTicks(
  marketDir: string,
  rules: TickRules,
  {
    signal,
    onError,
  }: { readonly signal?: AbortSignal; readonly onError: (instrumentId: string, error: unknown) => void },
): Promise<TidiedTicks | null> {
  if (liveInstruments(marketDir).length === 0) return { removedFiles: 0, lostBytes: 0, months: 0 }
  const tidy = async (): Promise<TidiedTicks> => {
    let [removedFiles, lostBytes, months] = [0, 0, 0]
    for (const instrumentId of liveInstruments(marketDir)) {
      signal?.throwIfAborted()
      const folder = liveFolder(marketDir, instrumentId)
      try {
        const plan = planOf(marketDir, instrumentId, rules)
        for (const name of plan.removed) rmSync(join(folder, name), { force: true })
        removedFiles += plan.removed.length
        lostBytes += plan.lostBytes
        for (const { month, days } of plan.months) {
          await storeTickMonth(folder, month, days, signal)
          months += 1
        }
      } catch (error) {
        signal?.throwIfAborted()
        onError(instrumentId, error)
      }
    }
    return { removedFiles, lostBytes, months }
  }
  try {
    return await withWriterLock(join(liveRoot(marketDir), '.lock'), tidy, 0)
  } catch (error) {
    if (error instanceof LockedByOther) return null
    throw error
  }
}

interface Day {
  readonly name: string
  readonly first: number
  readonly count: number
  readonly bytes: number
}

function planOf(marketDir: string, instrumentId: string, rules: TickRules): TickPlan {
  const folder = liveFolder(marketDir, instrumentId)
  const { months, days, leftover } = logFiles(folder)
  const { isKept, row, time } = rules.needs(instrumentId)
  const end = Math.min(startOfDay(rules.now - rules.days * DAY_MS), startOfDay(time))
  // A day without a complete row is begun again by the writer.
  const read = days.map((name) => readDay(folder, name)).filter(({ count }) => count > 0)
  // The newest row says how the count goes on, and what the price was.
  const isNeeded = ({ name, first, count }: Day, index: number): boolean =>
    index === read.length - 1 || dayOf(name) >= end || first + count > row
  const old = read.slice(0, Math.max(0, read.findIndex(isNeeded)))
  if (isKept) {
    const left = new Set(read.slice(old.length).map(({ name }) => name.slice(0, 7)))
    const byMonth = Map.groupBy(old, ({ name }) => name.slice(0, 7))
    const whole = [...byMonth].filter(([month]) => monthEnd(month) <= end && !left.has(month))
    const made = whole.map(([month, own]) => ({ month, days: own.map(({ name }) => name) }))
    return { instrumentId, removed: leftover, lostBytes: 0, months: made }
  }
  const gone = months.filter(({ month, last }) => monthEnd(month) <= end && last < row)
  const lostBytes = sum(old.map(({ bytes }) => bytes)) + sum(gone.map(({ name }) => sizeOf(folder, name)))
  const removed = [...leftover, ...gone.map(({ name }) => name), ...old.map(({ name }) => name)]
  return { instrumentId, removed, lostBytes, months: [] }
}

function readDay(folder: string, name: string): Day {
  const found = inDay(join(folder, name), ({ first, count }) => ({ first, count }))
  return { name, bytes: sizeOf(folder, name), ...(found ?? { first: -1, count: 0 }) }
}

function startOfDay(time: number): number {
  return Number.isFinite(time) ? dayOf(dayName(time)) : time
}

function monthEnd(month: string): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
}

const sizeOf = (folder: string, name: string): number =>
  statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

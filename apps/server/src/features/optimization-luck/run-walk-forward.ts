import { newId, schema } from '@tradeloom/database'
import { dailyGrid } from '@tradeloom/metrics'
import { mixSeed } from '@tradeloom/optimizer'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { chooseRow } from './choose-row.ts'
import { rerun, type RerunDeps } from './rerun.ts'

const { optimizations, walkForwardWindows } = schema

type FullOptimization = typeof optimizations.$inferSelect
type WindowRow = typeof walkForwardWindows.$inferSelect

export interface WalkForwardDeps extends RerunDeps {
  /** Runs the search of a training window to its end. */
  readonly search: (optimizationId: string) => Promise<void>
  /** Called whenever a window changes. */
  readonly onWindow: (number: number, count: number) => Promise<void>
  /** Called when the last test of a cell of a matrix has ended. */
  readonly onCell: (cell: TestedCell) => Promise<void>
}

export interface TestedCell {
  readonly trainDays: number
  readonly testDays: number
  readonly windows: number
  readonly profit: number
}

interface Current {
  readonly id: string
  readonly signal: AbortSignal
}

/**
 * Trains and tests the windows of an optimization one after the other, cell by cell. A test starts with the balance that
 * the one before left, without open positions; the first one of a cell with the initial balance. What was done before an
 * interruption is not repeated. False if it was stopped.
 */
export async function runWalkForward(
  optimization: FullOptimization,
  deps: WalkForwardDeps,
  job: Current,
): Promise<boolean> {
  const windows = await deps.db
    .select()
    .from(walkForwardWindows)
    .where(eq(walkForwardWindows.optimizationId, optimization.id))
    .orderBy(asc(walkForwardWindows.number))
  let balance = optimization.initialBalance
  for (const [place, window] of windows.entries()) {
    if (place > 0 && !isSameCell(window, windows[place - 1])) balance = optimization.initialBalance
    if (job.signal.aborted || !(await isInProgress(deps, optimization.id))) return false
    const isOver = window.state === 'done' || window.state === 'no-choice' || window.state === 'errored'
    if (!isOver) await deps.onWindow(window.number + 1, windows.length)
    const profit = isOver ? window.testProfit : await runWindow({ optimization, window, balance }, deps, job)
    if (profit === 'stopped') return false
    balance += profit ?? 0
    if (isOver || !optimization.walkForward?.matrix || isSameCell(window, windows[place + 1])) continue
    const count = windows.filter((other) => isSameCell(window, other)).length
    await deps.onCell({ ...window, windows: count, profit: balance - optimization.initialBalance })
  }
  return !job.signal.aborted && (await isInProgress(deps, optimization.id))
}

function isSameCell(window: WindowRow, other: WindowRow | undefined): boolean {
  return window.trainDays === other?.trainDays && window.testDays === other.testDays
}

interface OpenWindow {
  readonly optimization: FullOptimization
  readonly window: WindowRow
  readonly balance: number
}

/** Profit of the test; null without one. */
async function runWindow(open: OpenWindow, deps: WalkForwardDeps, job: Current): Promise<number | null | 'stopped'> {
  const { optimization, window, balance } = open
  const childId = window.childId ?? (await sharedTraining(window, deps)) ?? (await createTraining(open, deps))
  await deps.search(childId)
  if (job.signal.aborted || (await isInProgress(deps, childId))) return 'stopped'
  // A training that its owner stopped hands on what it found; one that ended with the whole optimization does not.
  if (!(await isInProgress(deps, optimization.id))) return 'stopped'
  const chosen = await chooseRow(deps.db, childId, optimization.walkForward?.choose ?? 'best')
  if (chosen === null) {
    await change(window, deps, { state: 'no-choice' })
    return null
  }
  const { externals, point, profit: trainProfit, dailyReturns: trainReturns } = chosen
  const training = { externals, point, trainProfit, trainReturns, initialBalance: balance }
  await change(window, deps, { state: 'testing', ...training })
  const period = { start: window.testStart, end: window.testEnd, initialBalance: balance }
  const found = await rerun(deps, optimization, { externals, ...period }, job)
  if (found === null) return 'stopped'
  if ('error' in found) {
    await change(window, deps, { state: 'errored', error: found.error })
    return null
  }
  const { statistics, basis, days } = found.result
  const grid = dailyGrid({ ...basis, days })
  await change(window, deps, {
    state: 'done',
    testProfit: statistics.profit,
    testProfitPercentage: statistics.profitPercentage,
    testMaxDrawdownPercentage: statistics.maxDrawdownPercentage,
    testPositionCount: statistics.positionCount,
    testTimes: grid.time.map((time) => Math.min(time, basis.end)),
    testEquity: [...grid.equity],
    testReturns: basis.ruined ? [] : [...grid.returns],
  })
  return statistics.profit
}

async function isInProgress({ db }: WalkForwardDeps, id: string): Promise<boolean> {
  const [found] = await db.select({ status: optimizations.status }).from(optimizations).where(eq(optimizations.id, id))
  return found?.status === 'In Progress'
}

/** The optimization of an earlier window with the same training: the same search would find the same. */
async function sharedTraining(window: WindowRow, deps: WalkForwardDeps): Promise<string | null> {
  const { optimizationId, trainStart, trainEnd, childId } = walkForwardWindows
  const [earlier] = await deps.db
    .select({ id: childId })
    .from(walkForwardWindows)
    .where(
      and(
        eq(optimizationId, window.optimizationId),
        eq(trainStart, window.trainStart),
        eq(trainEnd, window.trainEnd),
        isNotNull(childId),
      ),
    )
    .orderBy(asc(walkForwardWindows.number))
    .limit(1)
  if (!earlier?.id) return null
  await change(window, deps, { state: 'training', childId: earlier.id })
  return earlier.id
}

/** The optimization of a training window: as its parent, but over the window and with a seed of its own. */
async function createTraining({ optimization, window }: OpenWindow, { db }: WalkForwardDeps): Promise<string> {
  const id = newId()
  await db.transaction(async (tx) => {
    await tx.insert(optimizations).values({
      ...optimization,
      id,
      parentId: optimization.id,
      windowNumber: window.number,
      start: window.trainStart,
      end: window.trainEnd,
      seed: mixSeed(optimization.seed, window.number),
      walkForward: null,
      done: 0,
      revision: 0,
      status: 'In Progress',
      statusDetail: '',
      cpuMs: 0,
      bestIndex: null,
      bestProfit: null,
      bestScore: null,
      createdAt: new Date(),
      startedAt: new Date(),
      endedAt: null,
      // The parent was charged for all windows.
      units: 0,
      unitsReturned: 0,
      unitsMonth: null,
    })
    await tx.update(walkForwardWindows).set({ state: 'training', childId: id }).where(isWindow(window))
  })
  return id
}

async function change(
  window: WindowRow,
  { db }: WalkForwardDeps,
  changes: Partial<typeof walkForwardWindows.$inferInsert>,
): Promise<void> {
  await db.update(walkForwardWindows).set(changes).where(isWindow(window))
}

function isWindow({ optimizationId, number }: WindowRow) {
  return and(eq(walkForwardWindows.optimizationId, optimizationId), eq(walkForwardWindows.number, number))
}

import type { OptimizationWalkForward } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { DAY } from '@tradeloom/domain'
import { walkForwardEfficiency } from '@tradeloom/metrics'
import { driftOfExternals, latticeOfSettings, type WalkForwardCell, walkForwardCells } from '@tradeloom/optimizer'
import { asc, eq } from 'drizzle-orm'

const { walkForwardWindows } = schema

type WindowRow = typeof walkForwardWindows.$inferSelect
type Parent = Pick<
  typeof schema.optimizations.$inferSelect,
  'id' | 'initialBalance' | 'externalsSettings' | 'walkForward'
>

type Totals = Pick<OptimizationWalkForward, 'profit' | 'profitPercentage' | 'efficiency'>

/** The windows of walk-forward optimizations, for everybody who may see them. */
export class WalkForwards {
  readonly #db: Drizzle
  readonly #visible: (id: string, viewerId: string | null) => Promise<Parent>

  constructor(db: Drizzle, visible: (id: string, viewerId: string | null) => Promise<Parent>) {
    this.#db = db
    this.#visible = visible
  }

  async get(id: string, viewerId: string | null): Promise<OptimizationWalkForward> {
    const optimization = await this.#visible(id, viewerId)
    const rows = await this.#db
      .select()
      .from(walkForwardWindows)
      .where(eq(walkForwardWindows.optimizationId, id))
      .orderBy(asc(walkForwardWindows.number))
    const settings = optimization.walkForward
    const lengths = settings ? walkForwardCells(settings, settings.matrix) : []
    const cells = lengths.map((cell) => ({
      ...cell,
      rows: rows.filter(({ trainDays, testDays }) => trainDays === cell.trainDays && testDays === cell.testDays),
    }))
    const first = cells[0]?.rows ?? []
    const tested = first.filter(isTested)
    const chosen = first.flatMap(({ point }) => (point === null ? [] : [point]))
    const drift = driftOfExternals(latticeOfSettings(optimization.externalsSettings), chosen)
    return {
      windows: rows.map(viewWindow),
      cells: cells.map((cell) => viewCell(cell, optimization)),
      equity: {
        times: tested.flatMap(({ testTimes }) => testTimes ?? []),
        values: tested.flatMap(({ testEquity }) => testEquity ?? []),
      },
      ...totalsOf(first, optimization),
      drift: tested.length === 0 ? [] : drift.map(({ external, drift: move }) => ({ external, drift: move })),
    }
  }
}

type Cell = WalkForwardCell & { readonly rows: readonly WindowRow[] }

function viewCell({ rows, trainDays, testDays }: Cell, optimization: Parent): OptimizationWalkForward['cells'][number] {
  const tested = rows.filter(isTested)
  const gained = tested.filter(({ testProfit }) => (testProfit ?? 0) > 0).length
  const counts = { windows: rows.length, tested: tested.length, gained }
  return { trainDays, testDays, ...counts, ...totalsOf(rows, optimization) }
}

function isTested({ state }: WindowRow): boolean {
  return state === 'done'
}

/** What all tests of a cell say together. */
function totalsOf(rows: readonly WindowRow[], { initialBalance }: Parent): Totals {
  const tested = rows.filter(isTested)
  const [first] = tested
  if (!first) return { profit: null, profitPercentage: null, efficiency: null }
  const profit = tested.reduce((sum, { testProfit }) => sum + (testProfit ?? 0), 0)
  // A test that ended with an error says nothing about its training, so neither of the two is counted.
  const inSample = tested.flatMap(({ trainReturns }) => trainReturns ?? [])
  const outOfSample = tested.flatMap(({ testReturns }) => testReturns ?? [])
  const inSampleDays = tested.reduce((sum, { trainStart, trainEnd }) => sum + daysBetween(trainStart, trainEnd), 0)
  const outOfSampleDays = tested.reduce((sum, { testStart, testEnd }) => sum + daysBetween(testStart, testEnd), 0)
  return {
    profit,
    profitPercentage: (profit / initialBalance) * 100,
    efficiency: walkForwardEfficiency.compute({ inSample, outOfSample, inSampleDays, outOfSampleDays }).value,
  }
}

function daysBetween(start: Date, end: Date): number {
  return (end.getTime() - start.getTime()) / DAY
}

function viewWindow(row: WindowRow): OptimizationWalkForward['windows'][number] {
  return {
    number: row.number,
    trainDays: row.trainDays,
    testDays: row.testDays,
    trainStart: row.trainStart.getTime(),
    trainEnd: row.trainEnd.getTime(),
    testStart: row.testStart.getTime(),
    testEnd: row.testEnd.getTime(),
    state: row.state,
    optimisationId: row.childId,
    externals: row.externals,
    trainProfit: row.trainProfit,
    testProfit: row.testProfit,
    testProfitPercentage: row.testProfitPercentage,
    testMaxDrawdownPercentage: row.testMaxDrawdownPercentage,
    testPositionCount: row.testPositionCount,
    error: row.error,
  }
}

import type { OptimizationWalkForward } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { walkForwardEfficiency } from '@tradeloom/metrics'
import { driftOfExternals, latticeOfSettings } from '@tradeloom/optimizer'
import { asc, eq } from 'drizzle-orm'

const { walkForwardWindows } = schema

type WindowRow = typeof walkForwardWindows.$inferSelect
type Parent = Pick<
  typeof schema.optimizations.$inferSelect,
  'id' | 'initialBalance' | 'externalsSettings' | 'walkForward'
>

const NOTHING = { equity: { times: [], values: [] }, profit: null, profitPercentage: null, efficiency: null, drift: [] }

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
    return { windows: rows.map(viewWindow), ...togetherOf(rows, optimization) }
  }
}

/** What all tests say together. */
function togetherOf(rows: readonly WindowRow[], optimization: Parent): Omit<OptimizationWalkForward, 'windows'> {
  const tested = rows.filter(({ state }) => state === 'done')
  if (tested.length === 0) return NOTHING
  const { initialBalance, externalsSettings, walkForward } = optimization
  const profit = tested.reduce((sum, { testProfit }) => sum + (testProfit ?? 0), 0)
  // A test that ended with an error says nothing about its training, so neither of the two is counted.
  const inSample = tested.flatMap(({ trainReturns }) => trainReturns ?? [])
  const outOfSample = tested.flatMap(({ testReturns }) => testReturns ?? [])
  const perYear = (365 * outOfSample.length) / (tested.length * (walkForward?.testDays ?? 1))
  const lattice = latticeOfSettings(externalsSettings)
  const chosen = rows.flatMap(({ point }) => (point === null ? [] : [point]))
  return {
    equity: {
      times: tested.flatMap(({ testTimes }) => testTimes ?? []),
      values: tested.flatMap(({ testEquity }) => testEquity ?? []),
    },
    profit,
    profitPercentage: (profit / initialBalance) * 100,
    efficiency: walkForwardEfficiency.compute({ inSample, outOfSample, perYear }).value,
    drift: driftOfExternals(lattice, chosen).map(({ external, drift }) => ({ external, drift })),
  }
}

function viewWindow(row: WindowRow): OptimizationWalkForward['windows'][number] {
  return {
    number: row.number,
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

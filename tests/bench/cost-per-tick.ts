import { DEFAULT_MODELS, type EngineModels } from '@tradeloom/engine'
import { contest, type Contestant } from './contest.ts'
import type { EngineTask } from './contestants/engine.ts'
import { type Market, minuteBars } from './market.ts'
import type { Row, Table } from './measure.ts'
import { MODELS_WITH_COSTS, SMA_CROSS, withFarOrders, withOpenPositions } from './strategies.ts'

const COUNTS = [0, 1, 100, 10_000]
const MONTHS = [1, 6, 12, 60]

/** Whether a tick costs the same for any length of the run, and for any number of working orders and open positions. */
export async function costPerTick(folder: string): Promise<Table[]> {
  const markets: Market[] = []
  for (const months of MONTHS) markets.push(await minuteBars(folder, Math.round(months * 30.4375)))
  return [
    await byLength(markets),
    await byCount('orders far from the market', markets, withFarOrders, MODELS_WITH_COSTS),
    // Without swap, which is charged to each position every night.
    await byCount('open positions with distant stops', markets, withOpenPositions, DEFAULT_MODELS),
  ]
}

async function byLength(markets: readonly Market[]): Promise<Table> {
  // As many prices in each turn: what begins a turn, such as empty caches of the processor, weighs the same for all.
  const most = Math.max(...markets.map(tickCount))
  const runs = markets.map((market) => Math.round(most / tickCount(market)))
  const standings = await contest(
    markets.map((market, at) => engine({ name: `${MONTHS[at]} months`, market, script: SMA_CROSS, runs: runs[at] })),
    11,
  )
  const rows = standings.map(({ name, ms, minMs }, at) => {
    const each = (total: number): number => (total * 1e6) / (runs[at] ?? NaN) / tickCount(markets[at])
    return { name, ms: ms / (runs[at] ?? NaN), median: each(ms), fastest: each(minMs) }
  })
  return {
    title: 'Cost of a tick by length of the run',
    rows: rows.map(({ name, ms, median, fastest }) => {
      const plain = row(name, ms, median, rows[0]?.median)
      // Whole garbage collections fall into some of the turns.
      return { ...plain, note: `${plain.note}, ${fastest.toFixed(1)} in the fastest turn` }
    }),
  }
}

/** The cost of a tick in the second half of a year: orders and positions are created in the first half. */
async function byCount(
  what: string,
  markets: readonly Market[],
  script: (count: number) => string,
  models: EngineModels,
): Promise<Table> {
  const [, half, year] = markets
  if (!half || !year) throw new Error('No market')
  const standings = await contest(
    COUNTS.flatMap((count) =>
      [half, year].map((market) => engine({ name: `${count}`, market, script: script(count), models })),
    ),
    11,
  )
  const times = COUNTS.map((_, at) => (standings[at * 2 + 1]?.ms ?? 0) - (standings[at * 2]?.ms ?? 0))
  const each = times.map((ms) => (ms * 1e6) / (tickCount(year) - tickCount(half)))
  return {
    title: `Cost of a tick against ${what}`,
    rows: COUNTS.map((count, at) => row(`${count}`, times[at] ?? 0, each[at], each[0])),
  }
}

function row(what: string, ms: number, each = Number.NaN, first = Number.NaN): Row {
  return { what, ms, ratio: each / first, note: `${each.toFixed(1)} ns a tick` }
}

function tickCount(market: Market | undefined): number {
  return (market?.file.rows ?? 0) * 4
}

interface Entrant extends Pick<EngineTask, 'market' | 'script' | 'models'> {
  readonly name: string
  /** Of each turn. */
  readonly runs?: number | undefined
}

function engine({ name, market, script, models = MODELS_WITH_COSTS, runs = 1 }: Entrant): Contestant {
  // Short runs need more warm-up until their code is compiled as well as that of long ones.
  const warmUps = Math.max(2, Math.ceil(1_500_000 / (market.file.rows * runs)))
  const task: EngineTask = { market, script, models, part: 'run', warmUps, runs }
  return { name, module: 'engine.ts', task }
}

import { contest, type Contestant } from './contest.ts'
import type { EngineTask } from './contestants/engine.ts'
import { type Market, minuteBars, ticks } from './market.ts'
import { MODELS_WITH_COSTS, SMA_CROSS } from './strategies.ts'

/** CPU time of the engine divided by that of the plain loop over the same prices, by task. */
export type EngineRatios = Readonly<Record<string, number>>

const DAYS = 120
const TICKS = 500_000
const ROUNDS = 9

const ON_TICK = `${SMA_CROSS}
let sum = 0
function onTick(tick) { sum += tick.bid }`
const TRAILING = SMA_CROSS.replaceAll('stopLossPips: 20, takeProfitPips: 40', 'trailingStopPips: 15')

/** The guarded tasks: quiet bars and ticks, a call per tick, and stops that move with each tick. */
export async function engineRatios(folder: string): Promise<EngineRatios> {
  const bars = await minuteBars(folder, DAYS)
  const prices = await ticks(folder, TICKS)
  return {
    ...(await against('minutes', bars)),
    ...(await against('ticks', prices)),
  }
}

async function against(what: string, market: Market): Promise<EngineRatios> {
  const tasks: readonly (readonly [name: string, script: string])[] = [
    [what, SMA_CROSS],
    [`${what} with onTick`, ON_TICK],
    [`${what} with trailing stops`, TRAILING],
  ]
  const engines = tasks.map(([name, script]): Contestant => {
    const task: EngineTask = { market, script, models: MODELS_WITH_COSTS, part: 'run', warmUps: 5 }
    return { name, module: 'engine.ts', task }
  })
  const [loop, ...standings] = await contest(
    [{ name: 'loop', module: 'hand-loop.ts', task: { market } }, ...engines],
    ROUNDS,
  )
  // The fastest turns: a busy machine can only slow a turn down.
  return Object.fromEntries(standings.map(({ name, minMs }) => [name, minMs / (loop?.minMs ?? Number.NaN)]))
}

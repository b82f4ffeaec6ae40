import { createRun, type EngineModels } from '@tradeloom/engine'

import type { Prepared } from '../contest.ts'
import { load, type Market } from '../market.ts'
import { runSpec, scriptFactory } from '../strategies.ts'

export interface EngineTask {
  readonly market: Market
  readonly script: string
  readonly models?: EngineModels
  /** Measures the run from its first to its last price, or only composing its result afterwards. */
  readonly part: 'run' | 'result'
  /** Turns before the first measured one. */
  readonly warmUps?: number
  /** Runs of each turn, one after the other; 1 if omitted. */
  readonly runs?: number
}

export interface EngineResult {
  /** Open and closed positions. */
  readonly positions: number
  readonly closedPositions: number
  readonly equity: number
  readonly profit: number
}

const CHUNK = 65_536

export async function prepare({ market, script, models, part, warmUps = 3, runs = 1 }: EngineTask): Promise<Prepared> {
  const series = [{ instrumentId: market.instrument.id, columns: await load(market) }]
  const spec = runSpec(market, models)
  const factory = scriptFactory(script)
  const ended = () => {
    const run = createRun({ spec, series, factory })
    while (run.step(CHUNK));
    return run
  }
  const outcome = (closedPositions: number, openPositions: number, equity: number): EngineResult => {
    const positions = closedPositions + openPositions
    return { positions, closedPositions, equity, profit: equity - spec.initialBalance }
  }
  const run = (): EngineResult => {
    for (let before = 1; before < runs; before++) ended()
    const { closedPositions, openPositions, equity } = ended().live()
    return outcome(closedPositions, openPositions, equity)
  }
  if (part === 'run') return { run, warmUps }
  let whole = ended()
  const result = (): EngineResult => {
    const { closedPositions, openPositions, equity } = whole.finishCompact().statistics
    return outcome(closedPositions, openPositions, equity)
  }
  const before = (): void => {
    whole = ended()
  }
  return { run: result, before, warmUps }
}

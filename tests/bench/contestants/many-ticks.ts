import { createRun } from '@tradeloom/engine'
import type { Prepared } from '../contest.ts'
import { load, type Market } from '../market.ts'
import { MODELS_WITH_COSTS, runSpec, scriptFactory, SMA_CROSS } from '../strategies.ts'

/** One run from the file to its result, in a fresh process, like a user's run. */
export async function prepare({ market }: { readonly market: Market }): Promise<Prepared> {
  const empty = memoryMb()
  const start = performance.now()
  const columns = await load(market)
  const loadMs = performance.now() - start
  const loaded = memoryMb()
  const run = createRun({
    spec: runSpec(market, MODELS_WITH_COSTS),
    series: [{ instrumentId: market.instrument.id, columns }],
    factory: scriptFactory(SMA_CROSS),
  })
  const running = performance.now()
  while (run.step(65_536));
  const runMs = performance.now() - running
  const finishing = performance.now()
  const { statistics, ticks } = run.finish()
  const finishMs = performance.now() - finishing
  const { closedPositions } = statistics
  const result = { loadMs, runMs, finishMs, empty, loaded, ticks, closedPositions }
  return { run: () => result }
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 1024 / 1024
}

import { BAR_COLUMNS, type BarColumns } from '@tradeloom/domain'
import {
  type CompactResult,
  createRun,
  packResult,
  type RunSpec,
  type ScriptFactory,
  writeResult,
} from '@tradeloom/engine'
import { runSpec } from './market-data.fixture.ts'

const ROWS = 30

export const SPEC: RunSpec = runSpec(ROWS)

/** The outcome of a run of `SPEC`: three positions, one of them open. */
export function compactResult(): CompactResult {
  const prices = Float64Array.from({ length: ROWS }, (_, row) => 1.1 + row / 10_000)
  const columns = Object.fromEntries(BAR_COLUMNS.map((name) => [name, prices])) as unknown as BarColumns
  const time = prices.map((_, row) => SPEC.start + row * 60_000)
  let bars = 0
  const factory: ScriptFactory = (api) => {
    const { buy, closeAll } = api as unknown as { buy(order: object): void; closeAll(): void }
    return {
      onIntervalClose: () => {
        bars += 1
        if (bars % 10 === 1) buy({ quantity: 1000 })
        if (bars === 15) closeAll()
      },
    }
  }
  const series = [{ instrumentId: SPEC.instrument.id, columns: { ...columns, kind: 'bar' as const, time } }]
  const run = createRun({ spec: SPEC, series, factory })
  while (run.step(1_000));
  return run.finishCompact()
}

/** The bytes of such a result with some parts replaced. */
export function written(changes: Partial<CompactResult>): Buffer {
  return Buffer.from(writeResult(packResult({ ...compactResult(), ...changes })))
}

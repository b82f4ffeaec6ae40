import { createHash } from 'node:crypto'
import {
  analyzeResult,
  createRun,
  DEFAULT_RECORD_LIMITS,
  expandResult,
  packResult,
  readResult,
  type Run,
  writeResult,
} from '@tradeloom/engine'

import type { Prepared } from '../contest.ts'
import { load, type Market } from '../market.ts'
import { runSpec, scriptFactory, SMA_CROSS } from '../strategies.ts'

export type Stage = 'columns' | 'bytes' | 'hash' | 'read' | 'analysis' | 'whole'

export interface StageTask {
  readonly market: Market
  readonly stage: Stage
  /** 0 measures the first execution of the code, as in a fresh isolate. */
  readonly warmUps: number
}

const CHUNK = 65_536

/** One stage between the last price of a run and the result shown to users. */
export async function prepare({ market, stage, warmUps }: StageTask): Promise<Prepared> {
  const series = [{ instrumentId: market.instrument.id, columns: await load(market) }]
  const ended = (): Run => {
    const run = createRun({ spec: runSpec(market), series, factory: scriptFactory(SMA_CROSS) })
    while (run.step(CHUNK));
    return run
  }
  if (stage === 'columns') {
    let run = ended()
    return { run: () => run.finishCompact().positions.id.length, before: () => void (run = ended()), warmUps }
  }
  const compact = ended().finishCompact()
  const written = (): Uint8Array => writeResult(packResult(compact))
  const bytes = written()
  const work: Record<Exclude<Stage, 'columns'>, () => number> = {
    bytes: () => written().length,
    hash: () => createHash('sha256').update(bytes).digest().length,
    read: () => readResult(bytes, DEFAULT_RECORD_LIMITS).positions.id.length,
    analysis: () => Object.keys(analyzeResult(compact).metrics).length,
    whole: () => expandResult(compact).positions.length,
  }
  return { run: work[stage], warmUps }
}

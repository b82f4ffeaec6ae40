import { type BarInterval, createRandom } from '@tradeloom/domain'
import type { RunSpec, ScriptFactory } from '@tradeloom/engine'
import { prove, type ProofProgress, type ProofReport, type ScriptHints } from '@tradeloom/proofs'
import { describeError } from './describe-error.ts'
import { harden } from './harden.ts'
import { columnsOf, type SeriesHead } from './series-head.ts'

/** What a check is about, as the runner tells it. */
export interface CheckOrder {
  /** The settings of a run over the data that came with it; null invents a market. */
  readonly spec: RunSpec | null
  readonly interval: BarInterval
  readonly externals: Readonly<Record<string, number>>
  readonly seed: number
  readonly hints: ScriptHints
}

export interface CheckSlice {
  readonly isDone: boolean
  readonly progress: number
  readonly proof: string | null
}

/** Wall time after which the runner is told how far it is. */
const SLICE_MS = 100

const wallClock = Date.now
const freeze = Object.freeze

/**
 * Makes the functions through which the runner drives a check inside the isolate. Every run of it begins with chance
 * as its seed has it; the world is hardened like that of any run.
 */
function createCheckEntry(orderText: string, headsText: string, ...buffers: ArrayBufferLike[]): unknown {
  const order = JSON.parse(orderText) as CheckOrder
  const heads = JSON.parse(headsText) as SeriesHead[]
  const series = heads.map((head, at) => ({
    instrumentId: head.instrumentId,
    columns: columnsOf(head, buffers[at] ?? new ArrayBuffer(0)),
  }))
  let now = (): number => order.spec?.start ?? 0
  let random = createRandom(order.seed)
  let steps: Generator<ProofProgress, ProofReport> | null = null
  let report: ProofReport | null = null
  const answer = <Value>(work: () => Value): string => {
    try {
      return JSON.stringify({ value: work() })
    } catch (thrown) {
      return JSON.stringify({ error: describeError(thrown), log: [] })
    }
  }
  harden(
    globalThis as unknown as Record<string, unknown>,
    order.seed,
    () => now(),
    () => random(),
  )
  return freeze({
    start: (factory: ScriptFactory) =>
      answer(() => {
        const { spec, interval, externals, seed, hints } = order
        steps = prove({
          factory,
          world: {
            begin: (given) => void (random = createRandom(given)),
            useClock: (clock) => void (now = clock),
          },
          hints,
          sample: spec && { spec, series },
          interval,
          externals,
          seed,
        })
        return null
      }),
    advance: () => answer(() => advance()),
    /** The report as JSON; null before the end. */
    report: () => answer(() => report),
  })

  function advance(): CheckSlice {
    const end = wallClock() + SLICE_MS
    for (;;) {
      const step = (steps as Generator<ProofProgress, ProofReport>).next()
      if (step.done === true) {
        report = step.value
        return { isDone: true, progress: 1, proof: null }
      }
      if (wallClock() >= end) return { isDone: false, ...step.value }
    }
  }
}

Object.defineProperty(globalThis, 'createCheckEntry', { value: createCheckEntry, configurable: true })

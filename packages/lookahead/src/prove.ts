import { type BarInterval, isBarInterval } from '@tradeloom/domain'

import { isEntry } from './action.ts'
import type { ObservedRun, RunTrial } from './observed-run.ts'
import type { Proof, ProofContext } from './proof-context.ts'
import { calendar } from './detectors/calendar.ts'
import { cut } from './detectors/cut.ts'
import { dates } from './detectors/dates.ts'
import { levels } from './detectors/levels.ts'
import { prices } from './detectors/prices.ts'
import { repaint } from './detectors/repaint.ts'
import { schedule } from './detectors/schedule.ts'
import { start } from './detectors/start.ts'
import { state } from './detectors/state.ts'
import { warmUp } from './detectors/warm-up.ts'
import { openSample, withoutOldRows } from './prepare-sample.ts'
import type { Caution, Finding, ProofLine, ProofName, ProofReport, SampleSummary, Verdict } from './report.ts'
import type { ScriptHints } from './script-hints.ts'
import { coinSample, probeSample, type Sample, startsOf, syntheticSample } from './synthetic-sample.ts'

export interface ProofRequest {
  readonly runTrial: RunTrial
  readonly hints: ScriptHints
  /** Data of a real market, history before the start included; null invents one from `seed`. */
  readonly sample: Sample | null
  /** For an invented market. */
  readonly interval: BarInterval
  readonly externals: Readonly<Record<string, number>>
  readonly seed: number
}

/** In this order: what remembers its runs makes all other comparisons void. */
const PROOFS: Readonly<Record<ProofName, Proof>> = {
  state,
  cut,
  dates,
  calendar,
  prices,
  levels,
  schedule,
  start,
  'warm-up': warmUp,
  repaint,
}

/** What a list of days does to these proofs says nothing new. */
const SAME_LIST: readonly ProofName[] = ['calendar', 'schedule', 'start']

/** So few entries of a sample leave much of a script untried. */
const FEW_ENTRIES = 20

/** The gravest first. */
const GRAVITY: readonly Finding['kind'][] = ['look-ahead', 'repaints', 'unstable-warm-up']

/** Told after each pause. */
export interface ProofProgress {
  /** 0 to 1. */
  readonly progress: number
  readonly proof: ProofName | null
}

/**
 * Tries whether a script tells the truth in a backtest. Nothing in it depends on clock or chance: the same request
 * gives the same report. Throws what the script throws in its first run; pauses often, so that its host may end it.
 */
export function* prove(request: ProofRequest): Generator<ProofProgress, ProofReport> {
  const nothing: ProofProgress = { progress: 0, proof: null }
  const { sample, base } = yield* paused(firstRun(request), nothing)
  const entries = base.actions.filter(isEntry)
  const summary = summaryOf(request, sample, entries.length)
  if (entries.length === 0) {
    const reason = idleReason(base)
    return { verdict: 'not-run', reason, findings: [], cautions: [], proofs: [], sample: summary, isThin: true }
  }
  const { runTrial, hints } = request
  const context: ProofContext = {
    runTrial,
    hints,
    base,
    entries,
    spec: sample.spec,
    series: sample.series,
    others: new Map(),
  }
  const lines: ProofLine[] = []
  const findings: Finding[] = []
  const cautions: Caution[] = []
  let hasDates = false
  const names = Object.keys(PROOFS) as ProofName[]
  for (const [at, proof] of names.entries()) {
    if (hasDates && SAME_LIST.includes(proof)) {
      lines.push({ proof, outcome: 'skipped', note: 'The list is found already' })
      continue
    }
    const outcome = yield* paused(PROOFS[proof](context), { progress: (at + 1) / (names.length + 1), proof })
    lines.push({ proof, outcome: outcome.outcome, note: outcome.note })
    findings.push(...outcome.findings)
    cautions.push(...outcome.cautions)
    hasDates ||= (proof === 'dates' || proof === 'schedule') && outcome.outcome === 'failed'
    if (proof === 'state' && outcome.outcome === 'failed') break
  }
  const verdict: Verdict = GRAVITY.find((kind) => findings.some((finding) => finding.kind === kind)) ?? 'clean'
  const knows = hints.instants.length + hints.years.length + hints.prices.length + hints.tables.length > 0
  const isThin = entries.length < FEW_ENTRIES || hints.dayTable !== null || knows
  const sorted = findings.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))
  return {
    verdict,
    reason: null,
    findings: sorted,
    cautions: verdict === 'look-ahead' ? [] : cautions,
    proofs: lines,
    sample: summary,
    isThin,
  }
}

function idleReason({ refused }: ObservedRun): string {
  return refused.count === 0
    ? 'The script placed no orders in the sample, so there is nothing to be proved'
    : `All orders of the script in the sample were refused, ${refused.count} in number, so there is nothing to be proved: ${refused.reason}`
}

function* paused<Value>(work: Generator<void, Value>, progress: ProofProgress): Generator<ProofProgress, Value> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    yield progress
  }
}

/** The sample and the script's run over it. An invented market is invented again elsewhere when nothing is traded. */
function* firstRun(request: ProofRequest): Generator<void, { sample: Sample; base: ObservedRun }> {
  const { runTrial, sample: given, interval, seed, externals, hints } = request
  if (given) {
    const whole = openSample(given)
    const base = yield* honestly(whole, request)
    return { sample: withoutOldRows(whole, base), base }
  }
  const probe = yield* runTrial(probeSample(interval, seed, externals))
  if (probe.thrown && probe.intervals.size === 0 && probe.actions.length === 0) throw probe.thrown.error
  const intervals = [interval, ...probe.intervals].filter((name): name is BarInterval => isBarInterval(name))
  const { warmup, handlesTicks } = probe
  const needs = { interval, seed, externals, hints, intervals, warmup, handlesTicks }
  let first: { sample: Sample; base: ObservedRun } | null = null
  for (const start of startsOf(needs)) {
    const sample = openSample(syntheticSample(needs, start))
    const base = yield* honestly(sample, request)
    if (base.actions.some(isEntry)) return { sample, base }
    first ??= { sample, base }
  }
  const coin = openSample(coinSample(needs))
  const base = yield* honestly(coin, request)
  return base.actions.some(isEntry) || !first ? { sample: coin, base } : first
}

function* honestly(sample: Sample, { runTrial }: ProofRequest): Generator<void, ObservedRun> {
  const base = yield* runTrial({ ...sample, observation: { places: true } })
  if (base.thrown) throw base.thrown.error
  return base
}

function summaryOf(request: ProofRequest, { spec }: Sample, orders: number): SampleSummary {
  const { instrument, interval, start, end } = spec
  return { instrumentId: instrument.id, synthetic: request.sample === null, interval, start, end, orders }
}

import { type BarInterval, isBarInterval } from '@tradeloom/domain'

import { isEntry } from './action.ts'
import type { ObservedRun, RunTrial } from './observed-run.ts'
import type { Detector, DetectorContext } from './detector-context.ts'
import { calendar } from './detectors/calendar.ts'
import { cut } from './detectors/cut.ts'
import { dates } from './detectors/dates.ts'
import { levels } from './detectors/levels.ts'
import { prices } from './detectors/prices.ts'
import { releases } from './detectors/releases.ts'
import { repaint } from './detectors/repaint.ts'
import { schedule } from './detectors/schedule.ts'
import { start } from './detectors/start.ts'
import { state } from './detectors/state.ts'
import { warmUp } from './detectors/warm-up.ts'
import { beginningOf, openSample, usesMoreHistory, withoutUnusedHistory } from './open-sample.ts'
import type {
  Caution,
  Finding,
  DetectorResult,
  DetectorName,
  LookaheadReport,
  SampleSummary,
  Verdict,
} from './report.ts'
import type { ScriptHints } from './script-hints.ts'
import { cryptoSample, probeSample, type Sample, startsOf, syntheticSample } from './synthetic-sample.ts'
import { LACKS_MARGIN, withEqualMargin } from './with-equal-margin.ts'

export interface AnalysisRequest {
  readonly runTrial: RunTrial
  readonly hints: ScriptHints
  /** Data of a real market, including history before the start; null simulates a market from `seed`. */
  readonly sample: Sample | null
  /** Interval of a simulated market. */
  readonly interval: BarInterval
  readonly externals: Readonly<Record<string, number>>
  /** Names in the `market(...)` calls of the script, for a simulated market. */
  readonly markets: readonly string[]
  /** Datasets that it reads, by their ids in a run, for a simulated market. */
  readonly datasets: readonly string[]
  readonly seed: number
  /** Of a run on a simulated market. */
  readonly initialBalance: number
}

/** In this order: a script that remembers earlier runs invalidates every other comparison. */
const DETECTORS: Readonly<Record<DetectorName, Detector>> = {
  state,
  cut,
  dates,
  calendar,
  prices: withEqualMargin(prices),
  levels: withEqualMargin(levels),
  schedule,
  start,
  'warm-up': withEqualMargin(warmUp),
  repaint: withEqualMargin(repaint),
  releases: withEqualMargin(releases),
}

/** Detectors that a list of days would trip again, without saying anything new. */
const REPEATS_DATES: readonly DetectorName[] = ['calendar', 'schedule', 'start']

/** With fewer entries, much of the script was never exercised. */
const FEW_ENTRIES = 20

/** Most severe first. */
const SEVERITY: readonly Finding['kind'][] = ['look-ahead', 'repaints', 'unstable-warm-up']

/** Reported at each pause. */
export interface AnalysisProgress {
  /** 0 to 1. */
  readonly progress: number
  readonly detector: DetectorName | null
}

/**
 * Tests a script for look-ahead bias, repainting and unstable warm-up. Independent of clock and chance: the same request
 * gives the same report. Throws what the script throws in its first run; yields often, so that the host can stop it.
 */
export function* analyzeLookahead(request: AnalysisRequest): Generator<AnalysisProgress, LookaheadReport> {
  const nothing: AnalysisProgress = { progress: 0, detector: null }
  const { sample, base } = yield* paused(firstRun(request), nothing)
  const entries = base.actions.filter(isEntry)
  const summary = summaryOf(request, sample, entries.length)
  if (entries.length === 0) {
    const reason = idleReason(base)
    return { verdict: 'not-verified', reason, findings: [], cautions: [], detectors: [], sample: summary, isThin: true }
  }
  const { runTrial, hints } = request
  const context: DetectorContext = {
    runTrial,
    hints,
    base,
    entries,
    spec: sample.spec,
    series: sample.series,
    sources: sample.sources,
    unrelated: new Map(),
  }
  const lines: DetectorResult[] = []
  const findings: Finding[] = []
  const cautions: Caution[] = []
  let hasDates = false
  const names = Object.keys(DETECTORS) as DetectorName[]
  for (const [i, detector] of names.entries()) {
    if (hasDates && REPEATS_DATES.includes(detector)) {
      lines.push({ detector, outcome: 'skipped', note: 'The list of dates was already found' })
      continue
    }
    const outcome = yield* paused(DETECTORS[detector](context), { progress: (i + 1) / (names.length + 1), detector })
    lines.push({ detector, outcome: outcome.outcome, note: outcome.note })
    findings.push(...outcome.findings)
    cautions.push(...outcome.cautions)
    hasDates ||= (detector === 'dates' || detector === 'schedule') && outcome.outcome === 'failed'
    if (detector === 'state' && outcome.outcome === 'failed') break
  }
  const lacksMargin = findings.length === 0 && lines.some(({ note }) => note === LACKS_MARGIN)
  const verdict: Verdict = lacksMargin
    ? 'not-verified'
    : (SEVERITY.find((kind) => findings.some((finding) => finding.kind === kind)) ?? 'unbiased')
  const hasWrittenKnowledge = hints.instants.length + hints.years.length + hints.prices.length + hints.tables.length > 0
  const isThin = entries.length < FEW_ENTRIES || hints.dayTable !== null || hasWrittenKnowledge
  const sorted = findings.toSorted((a, b) => SEVERITY.indexOf(a.kind) - SEVERITY.indexOf(b.kind))
  return {
    verdict,
    reason: lacksMargin ? LACKS_MARGIN : null,
    findings: sorted,
    cautions: verdict === 'look-ahead' ? [] : cautions,
    detectors: lines,
    sample: summary,
    isThin,
  }
}

function idleReason({ rejected }: ObservedRun): string {
  return rejected.count === 0
    ? 'The script placed no orders on the sample, so there was nothing to test'
    : `All ${rejected.count} orders of the script on the sample were rejected, so there was nothing to test: ${rejected.reason}`
}

function* paused<Value>(work: Generator<void, Value>, progress: AnalysisProgress): Generator<AnalysisProgress, Value> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    yield progress
  }
}

/** The sample and the script's run over it. If a simulated market brings no trades, others are tried. */
function* firstRun(request: AnalysisRequest): Generator<void, { sample: Sample; base: ObservedRun }> {
  const { runTrial, sample: given, interval, seed, initialBalance, externals, markets, datasets, hints } = request
  if (given) return yield* firstRunOver(given, request)
  const probe = yield* runTrial(probeSample({ interval, seed, initialBalance, externals, markets, datasets }))
  if (probe.thrown && probe.intervals.size === 0 && probe.actions.length === 0) throw probe.thrown.error
  const intervals = [interval, ...probe.intervals].filter((name): name is BarInterval => isBarInterval(name))
  const { warmup, handlesTicks } = probe
  const needs = { interval, seed, initialBalance, externals, markets, datasets, hints, intervals, warmup, handlesTicks }
  let first: { sample: Sample; base: ObservedRun } | null = null
  for (const start of startsOf(needs)) {
    const sample = openSample(syntheticSample(needs, start))
    const base = yield* baseRun(sample, request)
    if (base.actions.some(isEntry)) return { sample, base }
    first ??= { sample, base }
  }
  const crypto = openSample(cryptoSample(needs))
  const base = yield* baseRun(crypto, request)
  return base.actions.some(isEntry) || !first ? { sample: crypto, base } : first
}

/**
 * Over data of a real market, which may have years of history. The hours of the market are opened, which copies the rows,
 * only after the history that the script does not use has been left out.
 */
function* firstRunOver(
  given: Sample,
  request: AnalysisRequest,
): Generator<void, { sample: Sample; base: ObservedRun }> {
  const probe = yield* request.runTrial(beginningOf(given))
  const sample = openSample(withoutUnusedHistory(given, probe))
  const base = yield* baseRun(sample, request)
  if (!usesMoreHistory(given, base, probe)) return { sample: withoutUnusedHistory(sample, base), base }
  // It names an interval later than at its beginning.
  const whole = openSample(withoutUnusedHistory(given, base))
  return { sample: whole, base: yield* baseRun(whole, request) }
}

function* baseRun(sample: Sample, { runTrial }: AnalysisRequest): Generator<void, ObservedRun> {
  const base = yield* runTrial({ ...sample, observation: { places: true } })
  if (base.thrown) throw base.thrown.error
  return base
}

function summaryOf(request: AnalysisRequest, { spec }: Sample, orders: number): SampleSummary {
  const { instrument, interval, start, end } = spec
  return { instrumentId: instrument.id, synthetic: request.sample === null, interval, start, end, orders }
}

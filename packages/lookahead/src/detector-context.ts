import type { Instrument } from '@tradeloom/domain'
import type { RunSpec, Series, SourceSeries } from '@tradeloom/engine'

import type { Action } from './action.ts'
import type { Observation } from './observation.ts'
import type { ObservedRun, RunTrial } from './observed-run.ts'
import type { Caution, Finding, Place, DetectorResult } from './report.ts'
import type { ScriptHints } from './script-hints.ts'
import { tradedInstruments } from './traded-instruments.ts'

/** The script, its sample, and its run over the unchanged sample. */
export interface DetectorContext {
  readonly runTrial: RunTrial
  readonly spec: RunSpec
  /** The traded series first, with history before the start of the run. */
  readonly series: readonly Series[]
  readonly sources: readonly SourceSeries[]
  readonly base: ObservedRun
  readonly entries: readonly Action[]
  readonly hints: ScriptHints
  /** Runs over unrelated markets so far, by the salt of their seeds. */
  readonly unrelated: Map<number, UnrelatedRun>
}

export interface UnrelatedRun {
  readonly series: readonly Series[]
  readonly sources: readonly SourceSeries[]
  readonly run: ObservedRun
}

export interface DetectorOutcome extends Omit<DetectorResult, 'detector'> {
  readonly findings: readonly Finding[]
  readonly cautions: readonly Caution[]
}

/** Runs the script again under changes and compares; yields whenever the run does. */
export type Detector = (context: DetectorContext) => Generator<void, DetectorOutcome>

export interface Variation {
  readonly spec?: Partial<RunSpec>
  readonly series?: readonly Series[]
  readonly sources?: readonly SourceSeries[]
  readonly observation?: Observation
}

export function rerun(
  context: DetectorContext,
  { spec, series, sources, observation }: Variation,
): Generator<void, ObservedRun> {
  return context.runTrial({
    spec: { ...context.spec, ...spec },
    series: series ?? context.series,
    sources: sources ?? context.sources,
    ...(observation ? { observation } : {}),
  })
}

/** Applies a change to every traded series; series that only convert currencies stay unchanged. */
export function withTraded(
  context: DetectorContext,
  change: (columns: Series['columns'], instrument: Instrument) => Series['columns'],
): readonly Series[] {
  const traded = tradedInstruments(context.spec)
  return context.series.map((one) => {
    const instrument = traded.get(one.instrumentId)
    return instrument ? { ...one, columns: change(one.columns, instrument) } : one
  })
}

export function passed(note: string, cautions: readonly Caution[] = []): DetectorOutcome {
  return { outcome: 'passed', note, findings: [], cautions }
}

export function skipped(note: string): DetectorOutcome {
  return { outcome: 'skipped', note, findings: [], cautions: [] }
}

/** Scripts control parts of the text, so its length is capped. */
const MAX_MESSAGE_LENGTH = 600

export function failed(finding: Omit<Finding, 'line' | 'column'>, place: Place | null): DetectorOutcome {
  const { line = null, column = null } = place ?? {}
  const message =
    finding.message.length > MAX_MESSAGE_LENGTH ? `${finding.message.slice(0, MAX_MESSAGE_LENGTH)}…` : finding.message
  return { outcome: 'failed', note: message, findings: [{ ...finding, message, line, column }], cautions: [] }
}

/** The place of the first of these actions that has a known place. */
export function placeOf(...actions: readonly (Action | null | undefined)[]): Place | null {
  return actions.find((action) => action?.place)?.place ?? null
}

/** Finds the source place of an action of a changed run by repeating the run. */
export function* locate(
  context: DetectorContext,
  { time, kind }: Action,
  { observation, ...variation }: Variation,
): Generator<void, Place | null> {
  const run = yield* rerun(context, { ...variation, observation: { ...observation, readsAt: time } })
  const atThatTime = run.actions.filter((one) => one.time === time)
  return placeOf(
    atThatTime.find((one) => one.kind === kind),
    ...atThatTime,
  )
}

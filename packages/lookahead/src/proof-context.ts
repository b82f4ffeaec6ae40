import type { RunSpec, Series } from '@tradeloom/engine'

import type { Action } from './action.ts'
import type { Observation } from './observation.ts'
import type { ObservedRun, RunTrial } from './observed-run.ts'
import type { Caution, Finding, Place, ProofLine } from './report.ts'
import type { ScriptHints } from './script-hints.ts'

/** The script, its sample, and its run over the sample as it is. */
export interface ProofContext {
  readonly runTrial: RunTrial
  readonly spec: RunSpec
  /** The traded series first, with history before the start of the run. */
  readonly series: readonly Series[]
  readonly base: ObservedRun
  readonly entries: readonly Action[]
  readonly hints: ScriptHints
  /** What has been run over unlike markets so far. */
  readonly others: Map<number, OtherRun>
}

export interface OtherRun {
  readonly series: readonly Series[]
  readonly run: ObservedRun
}

export interface ProofOutcome extends Omit<ProofLine, 'proof'> {
  readonly findings: readonly Finding[]
  readonly cautions: readonly Caution[]
}

/** Runs the script again under changes and judges; pauses whenever the run does. */
export type Proof = (context: ProofContext) => Generator<void, ProofOutcome>

export interface Variation {
  readonly spec?: Partial<RunSpec>
  readonly series?: readonly Series[]
  readonly observation?: Observation
}

export function rerun(context: ProofContext, { spec, series, observation }: Variation): Generator<void, ObservedRun> {
  return context.runTrial({
    spec: { ...context.spec, ...spec },
    series: series ?? context.series,
    ...(observation ? { observation } : {}),
  })
}

/** The traded series under a change; those that convert currencies stay as they are. */
export function withTraded(
  context: ProofContext,
  change: (columns: Series['columns']) => Series['columns'],
): readonly Series[] {
  return context.series.map((one, at) => (at === 0 ? { ...one, columns: change(one.columns) } : one))
}

export function passed(note: string, cautions: readonly Caution[] = []): ProofOutcome {
  return { outcome: 'passed', note, findings: [], cautions }
}

export function skipped(note: string): ProofOutcome {
  return { outcome: 'skipped', note, findings: [], cautions: [] }
}

/** Scripts choose some of the words: nobody has to read more than this. */
const LONGEST = 600

export function failed(finding: Omit<Finding, 'line' | 'column'>, place: Place | null): ProofOutcome {
  const { line = null, column = null } = place ?? {}
  const message = finding.message.length > LONGEST ? `${finding.message.slice(0, LONGEST)}…` : finding.message
  return { outcome: 'failed', note: message, findings: [{ ...finding, message, line, column }], cautions: [] }
}

/** The place of the first of these actions that has one. */
export function placeOf(...actions: readonly (Action | null | undefined)[]): Place | null {
  return actions.find((action) => action?.place)?.place ?? null
}

/** Where an action of a changed run stands: the run is done once more to look. */
export function* locate(
  context: ProofContext,
  { time, kind }: Action,
  { observation, ...variation }: Variation,
): Generator<void, Place | null> {
  const run = yield* rerun(context, { ...variation, observation: { ...observation, readsAt: time } })
  const there = run.actions.filter((one) => one.time === time)
  return placeOf(
    there.find((one) => one.kind === kind),
    ...there,
  )
}

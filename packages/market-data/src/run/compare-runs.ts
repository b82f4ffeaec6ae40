import type { SourceSpec } from '@tradeloom/engine'
import { compareData, type DataEntry, type RunDifference } from './compare-data.ts'

/** What is kept of a run, and what a repetition of it gave. */
export interface RunRecord {
  readonly manifest: Readonly<Record<string, unknown>>
  readonly resultHash: string
  /** Null for results of engines that did not keep it. */
  readonly ledgerHash: string | null
  readonly equity: number | null
  readonly positionCount: number | null
}

export interface RunComparison {
  readonly isSame: boolean
  /** Also names what has changed without changing the result. */
  readonly differences: readonly RunDifference[]
  /**
   * Why it cannot be decided, else null: another engine gave the same figures, and its records cannot be compared with
   * those of before.
   */
  readonly undecided: string | null
}

interface Manifest {
  readonly scriptHash?: string
  readonly engineVersion?: string
  readonly indicators?: readonly { readonly key: string; readonly hash: string }[]
  readonly data?: readonly DataEntry[]
  readonly calendars?: readonly { readonly name: string; readonly hash: string }[]
  readonly seed?: number
  readonly spec?: Readonly<Record<string, unknown>>
}

/** Settings of a run by their subject; everything else in the manifest's `spec` is a cost or a model. */
const SUBJECTS: Readonly<Record<string, RunDifference['what'] | null>> = {
  instrument: 'data',
  conversions: 'data',
  barIntervals: 'data',
  // Compared by what their runs can see of them.
  sources: null,
  // They follow from prices and calendars, which are compared themselves.
  quality: null,
  closures: null,
  seed: null,
  interval: 'settings',
  resolution: 'settings',
  start: 'settings',
  end: 'settings',
  initialBalance: 'settings',
  accountCurrency: 'settings',
  externals: 'settings',
}

/** A file in which these were changed describes another run, even if that has the same result. */
const OTHER_RUN: ReadonlySet<RunDifference['what']> = new Set(['script', 'indicators', 'settings', 'seed'])

/**
 * Compares a run with its repetition. The result is the same if its hash is; with another engine, whose version is part
 * of that hash, if the trades are the same.
 */
export function compareRuns(then: RunRecord, now: RunRecord): RunComparison {
  const [old, fresh] = [asJson(then.manifest) as Manifest, asJson(now.manifest) as Manifest]
  const isOtherEngine = old.engineVersion !== fresh.engineVersion
  const hasSameTrades = then.ledgerHash !== null && then.ledgerHash === now.ledgerHash
  const causes = [
    ...one('script', old.scriptHash, fresh.scriptHash, 'The script is another one.'),
    ...(isOtherEngine ? [engineDifference(old.engineVersion, fresh.engineVersion, hasSameTrades)] : []),
    ...compareData(old.data ?? [], fresh.data ?? []),
    ...calendarDifferences(old, fresh),
    ...seriesDifferences(old, fresh),
    ...indicatorDifferences(old, fresh),
    ...specDifferences(old.spec ?? {}, fresh.spec ?? {}),
    ...one('seed', old.seed, fresh.seed, 'The seed of random numbers is another one.'),
  ]
  const isOtherRun = causes.some(({ what }) => OTHER_RUN.has(what))
  const isSame = !isOtherRun && (then.resultHash === now.resultHash || (isOtherEngine && hasSameTrades))
  const isSameResult = isSame || then.resultHash === now.resultHash
  const hasSameFigures = then.equity !== null && then.equity === now.equity && then.positionCount === now.positionCount
  if (isOtherEngine && causes.length === 1 && !isSameResult && hasSameFigures) {
    const [before, after] = [old.engineVersion ?? 'unknown', fresh.engineVersion ?? 'unknown']
    const undecided = `Cannot be decided: engine ${before} against ${after}, figures equal`
    return { isSame: false, differences: causes, undecided }
  }
  return {
    isSame,
    undecided: null,
    differences: [...(isSameResult ? [] : resultDifferences(then, now, hasSameTrades)), ...causes],
  }
}

function resultDifferences(then: RunRecord, now: RunRecord, hasSameTrades: boolean): RunDifference[] {
  const closing = `Closing equity ${money(then.equity)} then, ${money(now.equity)} now.`
  const result = { what: 'result', before: then.resultHash, now: now.resultHash, text: closing } as const
  if (then.ledgerHash === null) return [result]
  if (hasSameTrades) return [{ ...result, text: `The trades are the same, the rest of the result is not. ${closing}` }]
  const counts = `${then.positionCount ?? 'unknown'} positions then, ${now.positionCount ?? 'unknown'} now.`
  const text = then.positionCount === now.positionCount ? `The positions or orders are not the same.` : counts
  return [result, { what: 'trades', before: then.ledgerHash, now: now.ledgerHash ?? '', text }]
}

function engineDifference(then = 'unknown', now = 'unknown', hasSameTrades: boolean): RunDifference {
  const start = hasSameTrades ? 'Same trades, engine' : 'Engine'
  return { what: 'engine', before: then, now, text: `${start} ${then} then, ${now} now.` }
}

function calendarDifferences(old: Manifest, fresh: Manifest): RunDifference[] {
  return changedNames(old.calendars ?? [], fresh.calendars ?? [], ({ name }) => name).map(({ name, before, now }) => ({
    what: 'calendar',
    before,
    now,
    text: sentence(`The calendar ${name}`, before, now),
  }))
}

function seriesDifferences(old: Manifest, fresh: Manifest): RunDifference[] {
  const [then, now] = [old, fresh].map(({ spec }) => (spec?.['sources'] ?? []) as readonly SourceSpec[])
  return changedNames(then ?? [], now ?? [], ({ id }) => id).map(({ name, before, now: after }) => ({
    what: 'data',
    before,
    now: after,
    text: sentence(`The series ${name}`, before, after),
  }))
}

function indicatorDifferences(old: Manifest, fresh: Manifest): RunDifference[] {
  return changedNames(old.indicators ?? [], fresh.indicators ?? [], ({ key }) => key).map(({ name, before, now }) => ({
    what: 'indicators',
    before,
    now,
    text: sentence(`The indicator ${name}`, before, now),
  }))
}

function sentence(name: string, then: string, now: string): string {
  if (now === '') return `${name} is gone.`
  return then === '' ? `${name} has been added.` : `${name} has changed.`
}

function changedNames<Entry extends { readonly hash: string }>(
  then: readonly Entry[],
  now: readonly Entry[],
  nameOf: (entry: Entry) => string,
): { readonly name: string; readonly before: string; readonly now: string }[] {
  const [old, fresh] = [then, now].map((list) => new Map(list.map((entry) => [nameOf(entry), entry.hash])))
  return [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])]
    .map((name) => ({ name, before: old?.get(name) ?? '', now: fresh?.get(name) ?? '' }))
    .filter((both) => both.before !== both.now)
}

function specDifferences(old: Readonly<Record<string, unknown>>, fresh: Readonly<Record<string, unknown>>) {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return keys.flatMap((key): RunDifference[] => {
    const what = key in SUBJECTS ? (SUBJECTS[key] ?? null) : 'costs'
    const [then, now] = [canonical(old[key] ?? null), canonical(fresh[key] ?? null)]
    if (what === null || then === now) return []
    const isLong = then.length + now.length > MAX_SHOWN
    const text = isLong ? `${nameOf(key)} differs.` : `${nameOf(key)} was ${then}, is ${now}.`
    return [{ what, before: then.slice(0, MAX_SHOWN), now: now.slice(0, MAX_SHOWN), text }]
  })
}

const MAX_SHOWN = 200

/** Turns `initialBalance` into `Initial balance`. */
function nameOf(key: string): string {
  const words = key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function one(what: RunDifference['what'], then: unknown, now: unknown, text: string): RunDifference[] {
  return then === now ? [] : [{ what, before: String(then ?? ''), now: String(now ?? ''), text }]
}

function money(value: number | null): string {
  return value === null
    ? 'unknown'
    : value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** As it comes back from storage: without undefined values, numbers as in JSON. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** The database orders the keys of objects in its own way. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

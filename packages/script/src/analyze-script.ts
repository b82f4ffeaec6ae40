import type { HandlerName, ScriptKind } from './api-names.ts'
import { checkNames } from './check-names.ts'
import { checkSynchronous } from './check-synchronous.ts'
import { checkTags } from './check-tags.ts'
import { eraseTypes } from './erase-types.ts'
import { parseJavascript, TREE_OFFSET } from './parse-javascript.ts'
import { LineTable, type Problem, type Span } from './problem.ts'
import { type External, readExternals } from './read-externals.ts'
import { type Parameter, readHandlers } from './read-handlers.ts'
import { type IndicatorName, readIndicators } from './read-indicators.ts'
import { readMarkets } from './read-markets.ts'
import { type DeclaredSeries, readSeries } from './read-series.ts'
import { registersHandlers } from './registers-handlers.ts'
import type { Report } from './report.ts'

/** Longer scripts are refused: 256 kB take about 0.1 s to analyze. */
export const MAX_SCRIPT_BYTES = 256 * 1024

export interface ScriptAnalysis {
  /** The script with its types overwritten by spaces, so lines and columns are unchanged. */
  readonly javascript: string
  readonly externals: readonly External[]
  /** Other instruments that the script opens with `market(...)`, as written, in the order of their first calls. */
  readonly markets: readonly string[]
  /** Datasets that the script reads with `series(...)`, each at its first call. */
  readonly series: readonly SeriesUse[]
  /** Indicators that an algorithm names, system ones and others, each at its first place. */
  readonly indicators: readonly IndicatorUse[]
  readonly handlers: readonly HandlerName[]
  /** Parameters of an indicator. */
  readonly parameters: readonly Parameter[]
  /** Whether an indicator reads a second series. */
  readonly takesOther: boolean
  /** Problems that keep the script from running. */
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
}

/** A dataset read by a script; line and column count from 1. */
export interface SeriesUse {
  /** Provider and code: `FRED:CPIAUCSL`. */
  readonly code: string
  /** Null for a dataset with one column. */
  readonly column: string | null
  readonly line: number
  readonly at: number
}

/** An indicator named in a script; line and columns count from 1. */
export interface IndicatorUse {
  readonly key: string
  readonly line: number
  readonly column: number
  readonly endColumn: number
}

/**
 * Reads a script without running it: erases types, finds externals and handlers, and reports problems with their
 * places. Never throws, whatever the source. Takes about 1 ms for a typical script and about 0.2 s for the longest.
 */
export function analyzeScript(source: string, kind: ScriptKind = 'algorithm'): ScriptAnalysis {
  const size = byteLength(source)
  if (size > MAX_SCRIPT_BYTES) {
    return refused(source, `Script is too long: ${Math.ceil(size / 1024)} kB of at most ${MAX_SCRIPT_BYTES / 1024} kB`)
  }
  try {
    return analyze(source, kind)
  } catch (error) {
    // Parsers are recursive: thousands of nested brackets exhaust their stack.
    if (error instanceof RangeError) return refused(source, 'Script is nested too deeply')
    return refused(source, `Script could not be analyzed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function analyze(source: string, kind: ScriptKind): ScriptAnalysis {
  const lines = new LineTable(source)
  const errors: Problem[] = []
  const warnings: Problem[] = []
  const { javascript, errors: typeErrors } = eraseTypes(source)
  for (const found of typeErrors) errors.push(lines.problem('error', found.message, found))
  const nothing = { ...NOTHING, javascript, warnings }
  if (errors.length > 0) return { ...nothing, errors: unique(errors) }

  const parsed = parseJavascript(javascript)
  if ('error' in parsed) {
    return { ...nothing, errors: [lines.problem('error', parsed.error.message, parsed.error)] }
  }
  const report: Report = {
    error: (message, span) => void errors.push(lines.problem('error', message, inText(span))),
    warn: (message, span) => void warnings.push(lines.problem('warning', message, inText(span))),
  }
  const placed = readExternals(parsed.program, kind, report)
  const outer = checkNames(parsed.program, kind, placed, report)
  const hasOthers = kind === 'algorithm' && registersHandlers(parsed.program, outer)
  const { handlers, parameters } = readHandlers(parsed.program, kind, report, hasOthers)
  checkSynchronous(parsed.program, report)
  if (kind === 'algorithm') checkTags(parsed.program, outer, report)
  const markets = kind === 'algorithm' ? readMarkets(parsed.program, outer, report) : []
  const series = kind === 'algorithm' ? readSeries(parsed.program, outer, report) : []
  const externals = placed.map(({ name, defaultValue }) =>
    defaultValue === undefined ? { name } : { name, defaultValue },
  )
  const indicators = kind === 'algorithm' ? readIndicators(parsed.program, outer).map((name) => useOf(name, lines)) : []
  return {
    javascript,
    externals,
    markets,
    series: series.map((one) => seriesUseOf(one, lines)),
    indicators,
    handlers,
    parameters,
    takesOther: kind === 'indicator' && outer.some(({ identifier }) => identifier.name === 'other'),
    errors: unique(errors),
    warnings: unique(warnings),
  }
}

const NOTHING = {
  externals: [],
  markets: [],
  series: [],
  indicators: [],
  handlers: [],
  parameters: [],
  takesOther: false,
}

function seriesUseOf({ code, column, span }: DeclaredSeries, lines: LineTable): SeriesUse {
  const place = lines.problem('error', code, inText(span))
  return { code, column, line: place.line, at: place.column }
}

function useOf({ key, ...span }: IndicatorName, lines: LineTable): IndicatorUse {
  const { line, column, endColumn } = lines.problem('error', key, inText(span))
  return { key, line, column, endColumn }
}

/** Offsets in the tree include the prefix; these are offsets in the text. */
function inText({ start, end }: Span): Span {
  return { start: start - TREE_OFFSET, end: end - TREE_OFFSET }
}

function refused(source: string, message: string): ScriptAnalysis {
  const errors: Problem[] = [{ message, line: 1, column: 1, endColumn: 2, severity: 'error' }]
  return { ...NOTHING, javascript: source, errors, warnings: [] }
}

/** In text order, without duplicates. */
function unique(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [`${problem.line}:${problem.column}:${problem.message}`, problem]))
  return [...seen.values()].sort((a, b) => a.line - b.line || a.column - b.column)
}

/** Length in UTF-8 bytes. There is no encoder here: the package depends on neither Node nor a browser. */
function byteLength(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}

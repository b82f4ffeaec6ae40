import { createHash } from 'node:crypto'
import { cleanText } from '@tradeloom/domain'
import {
  type CompactResult,
  DEFAULT_RECORD_LIMITS,
  type LogLine,
  packResult,
  type RunSpec,
  splitResult,
  unpackResult,
  writeResult,
} from '@tradeloom/engine'
import type { LookaheadReport } from '@tradeloom/lookahead'
import { checkResult } from './check-result.ts'
import { cleanPositions } from './clean-positions.ts'
import type { LiveNumbers, RunOutcome, RunProgress } from './run-job.ts'
import type { Stages } from './stage-clock.ts'

/*
 * The trust boundary. Reports of a runner have been near a script, and a compromised runner can report anything. After
 * this, text can be stored and shown, positions lie within the script, and numbers are numbers.
 */

type ScriptErrorText = Extract<RunOutcome, { status: 'errored' }>['error']

const MAX_ERROR_LENGTH = 2_000
const MAX_LINE_LENGTH = 4_000
const MAX_LINES = 10_000
const MAX_STAGES = 20
const MAX_STAGE_LENGTH = 40
const LEVELS: readonly LogLine['level'][] = ['info', 'warning', 'error']
/** Longer than any text that the engine lets into a result. */
const MAX_TEXT_LENGTH = 5_000
/** Characters to clean, as escaped in JSON: control characters and lone surrogates. */
const SUSPECT = /\\(?:[bf]|u(?:00[0189]|007f|d[89a-f]))|[\u007f-\uffff]/i
const HASH = /^[0-9a-f]{64}$/

export function cleanError(error: unknown, source: string): ScriptErrorText {
  const { message, line, column } = (error ?? {}) as Readonly<Record<string, unknown>>
  return { message: cleanText(String(message ?? ''), MAX_ERROR_LENGTH), ...placeIn(source, line, column) }
}

export function cleanLog(lines: unknown): LogLine[] {
  if (!Array.isArray(lines)) return []
  return lines.slice(-MAX_LINES).flatMap((one: unknown): LogLine[] => {
    const { time, level, message } = (one ?? {}) as Readonly<Record<string, unknown>>
    const known = LEVELS.find((name) => name === level)
    if (typeof time !== 'number' || !Number.isFinite(time) || known === undefined || typeof message !== 'string')
      return []
    return [{ time, level: known, message: cleanText(message, MAX_LINE_LENGTH) }]
  })
}

export function cleanProgress({ progress, live }: RunProgress): RunProgress {
  return { progress: numberOf(progress), live: cleanLive(live) }
}

export function cleanLive(live: unknown): LiveNumbers {
  const { time, bid, ask, equity, balance, openPositions, closedPositions, positions } = (live ??
    {}) as Partial<LiveNumbers>
  return {
    time: numberOf(time),
    bid: priceOf(bid),
    ask: priceOf(ask),
    equity: numberOf(equity),
    balance: numberOf(balance),
    openPositions: numberOf(openPositions),
    closedPositions: numberOf(closedPositions),
    positions: cleanPositions(positions),
  }
}

/** At most a few named numbers. */
export function cleanStages(stages: unknown): Stages {
  const entries = Object.entries((stages ?? {}) as Readonly<Record<string, unknown>>).slice(0, MAX_STAGES)
  return Object.fromEntries(entries.map(([stage, ms]) => [cleanText(stage, MAX_STAGE_LENGTH), numberOf(ms)]))
}

/**
 * A result parsed from its bytes, with the hash of what is stored. The engine cleans the texts of scripts before it
 * computes the hash, so this changes nothing unless the runner is compromised; in that case the hash is computed again.
 * Throws for bytes that are not a result of a run of `spec`.
 */
export function cleanResult(
  bytes: Buffer,
  hash: unknown,
  spec: RunSpec,
): { readonly result: CompactResult; readonly bytes: Buffer; readonly resultHash: string } {
  const { text, columns } = splitResult(bytes)
  const isSuspect = SUSPECT.test(text)
  const packed = isSuspect ? { text: JSON.stringify(cleanTexts(JSON.parse(text))), columns } : { text, columns }
  const result = unpackResult(packed, DEFAULT_RECORD_LIMITS)
  checkResult(result, spec)
  if (!isSuspect && typeof hash === 'string' && HASH.test(hash)) return { result, bytes, resultHash: hash }
  const written = Buffer.from(writeResult(packResult(result)))
  return { result, bytes: written, resultHash: createHash('sha256').update(written).digest('hex') }
}

/** The report of a check. Whoever stores it validates its shape. */
export function cleanReport(report: unknown, source: string): LookaheadReport {
  const clean = cleanTexts(report)
  for (const name of ['findings', 'cautions']) {
    const items = (clean as Readonly<Record<string, unknown>> | null)?.[name]
    if (!Array.isArray(items)) continue
    for (const item of items as unknown[]) {
      if (typeof item !== 'object' || item === null) continue
      const { line = null, column = null } = placeIn(source, ...lineAndColumn(item))
      Object.assign(item, { line, column })
    }
  }
  return clean as LookaheadReport
}

function lineAndColumn(item: object): [unknown, unknown] {
  const { line, column } = item as { line?: unknown; column?: unknown }
  return [line, column]
}

/** The position if it lies within the script; otherwise nothing. */
function placeIn(source: string, line: unknown, column: unknown): { readonly line?: number; readonly column?: number } {
  if (typeof line !== 'number' || !Number.isInteger(line) || line < 1) return {}
  const text = source.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1]
  if (text === undefined) return {}
  const isColumn = typeof column === 'number' && Number.isInteger(column) && column >= 1 && column <= text.length + 1
  return { line, column: isColumn ? column : 1 }
}

function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, MAX_TEXT_LENGTH)
  if (Array.isArray(value)) return value.map(cleanTexts)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([name, one]) => [cleanText(name, MAX_TEXT_LENGTH), cleanTexts(one)] as const,
  )
  return Object.fromEntries(entries)
}

function priceOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

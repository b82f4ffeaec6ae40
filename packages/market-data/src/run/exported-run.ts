import { createHash } from 'node:crypto'
import type { RunRecord } from './compare-runs.ts'
import type { RunSettings } from './run-input.ts'
import { marketIds } from './find-markets.ts'

/** A backtest as it was exported: its file has been read and checked. */
export interface ExportedRun {
  readonly settings: Omit<RunSettings, 'markets' | 'start' | 'end' | 'declared' | 'fullTables' | 'indicators'> & {
    readonly start: string
    readonly end: string
  }
  readonly tables: RunSettings['fullTables']
  readonly script: string
  readonly indicators: readonly { readonly key: string; readonly script: string }[]
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly scriptHash: string
    readonly indicators?: readonly { readonly key: string; readonly hash: string }[] | undefined
  }
  readonly expected: Omit<RunRecord, 'manifest'>
}

/** What the analysis of its script found. */
interface Analyzed {
  readonly externals: readonly { readonly name: string }[]
  readonly markets: readonly string[]
}

/** Why a file is not as it was exported; null if nothing shows that it was changed. */
export function exportProblem({ script, indicators, manifest }: ExportedRun): string | null {
  if (sha256(script) !== manifest.scriptHash) return 'The script in this file is not the one that the manifest names'
  const named = new Map(manifest.indicators?.map(({ key, hash }) => [key, hash]))
  const isOther = indicators.some((one) => named.get(one.key) !== sha256(one.script))
  if (isOther || named.size !== indicators.length)
    return 'The indicators in this file are not those that the manifest names'
  return null
}

/** Settings to run it here, and what it should result in. */
export function exportedRun(
  file: ExportedRun,
  { externals, markets }: Analyzed,
): { readonly run: RunSettings & { readonly scriptHash: string }; readonly expected: RunRecord } {
  const { settings, tables, script, indicators, manifest } = file
  const broker = settings.instrumentId.split(':')[1] ?? ''
  const run = {
    ...settings,
    start: new Date(settings.start),
    end: new Date(settings.end),
    markets: marketIds(markets, { id: settings.instrumentId, broker }).map(({ id }) => id),
    declared: externals,
    fullTables: tables,
    indicators: indicators
      .map((one) => ({ ...one, scriptHash: sha256(one.script) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
    scriptHash: sha256(script),
  }
  return { run, expected: { ...file.expected, manifest } }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

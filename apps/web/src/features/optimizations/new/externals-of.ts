import type { ExternalsSetting } from '@tradeloom/contracts'
import { parseExternal } from '../../../entities/run-settings/parse-external.ts'
import type { ExternalDraft, SearchDraft } from './search-draft.ts'

/** Externals in the mode of the strategy; null for those with an error, which `searchErrors` names. */
export function externalsOf({ strategy, externals }: SearchDraft): (ExternalsSetting | null)[] {
  return Object.entries(externals).map(([name, draft]) =>
    strategy === 'exhaustive' ? exhaustiveOf(name, draft) : steppedOf(name, draft),
  )
}

function exhaustiveOf(name: string, { exhaustive: { from, to, count } }: ExternalDraft): ExternalsSetting | null {
  const [start, end] = [parseExternal(from), parseExternal(to)]
  if (typeof start !== 'number' || end === undefined) return null
  if (end === null || end === start || count === 1) return { name, start, end: start, count: 1 }
  return { name, start, end, count }
}

function steppedOf(name: string, { stepped }: ExternalDraft): ExternalsSetting | null {
  const { isOptimized, kind } = stepped
  const start = parseExternal(stepped.from)
  if (typeof start !== 'number') return null
  if (!isOptimized) return { name, start, end: start, count: 1 }
  const end = parseExternal(stepped.to)
  if (typeof end !== 'number') return null
  if (kind === 'integer') return { name, start, end, step: 1, decimalPlaces: 0 }
  if (kind === 'decimal') {
    const decimalPlaces = parseExternal(stepped.decimalPlaces)
    const isKnown = typeof decimalPlaces === 'number' && Number.isInteger(decimalPlaces)
    if (!isKnown || decimalPlaces < 0 || decimalPlaces > 8) return null
    return { name, start, end, step: 0, decimalPlaces }
  }
  const step = parseExternal(stepped.roundTo)
  return typeof step === 'number' && step > 0 ? { name, start, end, step, decimalPlaces: 0 } : null
}

import type { OptimizationColumns } from '@tradeloom/contracts'
import { call } from '../../../api/call.ts'

/** As many as are read, sent and drawn in a moment. */
const FIRST_ROWS = 2000

let asked: { readonly id: string; readonly columns: Promise<OptimizationColumns> } | null = null

function ask(id: string): Promise<OptimizationColumns> {
  return call('getOptimizationResults', { params: { id }, query: { after: 0, limit: FIRST_ROWS } })
}

/** Requests the first rows while the page does not know the optimization yet. */
export function prefetchFirstRows(id: string): void {
  const columns = ask(id)
  // Whoever takes them sees the error.
  columns.catch(() => {})
  asked = { id, columns }
}

/** Later they would be outdated. */
export function forgetFirstRows(id: string): void {
  if (asked?.id === id) asked = null
}

/** The first rows, requested before or now; they are taken only once. */
export function firstRows(id: string): Promise<OptimizationColumns> {
  const columns = asked?.id === id ? asked.columns : ask(id)
  asked = null
  return columns
}

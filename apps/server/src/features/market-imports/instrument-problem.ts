import { UserError } from '@tradeloom/domain'
import { resolveInstrument } from '@tradeloom/market-data'

/** Why there can be no instrument of this name; null when there can. */
export function instrumentProblem(id: string): string | null {
  try {
    resolveInstrument(id)
    return null
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

import { UserError } from '@tradeloom/domain'
import { resolveInstrument } from '@tradeloom/market-data'

/** Why no instrument can have this name; null if one can. */
export function instrumentProblem(id: string): string | null {
  try {
    resolveInstrument(id)
    return null
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

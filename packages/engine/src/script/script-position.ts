import type { OpenPosition } from '../account/open-position.ts'
import type { PositionView } from '../run-result.ts'

/** A position as scripts see it. What is on its way is no part of a result. */
export interface ScriptPosition extends PositionView {
  /** A change of its stops, or the order that closes the whole of it, is on its way. */
  readonly pending: 'CHANGE' | 'CLOSE' | null
  /** Why the latest change of its stops was refused when it arrived. */
  readonly refused: string | null
}

export function scriptPosition(view: PositionView, position: OpenPosition | null): ScriptPosition {
  if (!position) return { ...view, pending: null, refused: null }
  const pending = position.closing ? 'CLOSE' : position.changesSent > 0 ? 'CHANGE' : null
  return { ...view, pending, refused: position.refused }
}

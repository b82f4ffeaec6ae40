import type { OpenPosition } from '../positions/open-position.ts'
import type { PositionView } from '../run-result.ts'

/** A position as scripts see it. In-flight requests are not part of a result. */
export interface ScriptPosition extends PositionView {
  /** A change of its stops, or the order that closes all of it, is in flight. */
  readonly pending: 'CHANGE' | 'CLOSE' | null
  /** Why the latest change of its stops was rejected on arrival. */
  readonly refused: string | null
}

export function scriptPosition(view: PositionView, position: OpenPosition | null): ScriptPosition {
  if (!position) return { ...view, pending: null, refused: null }
  const pending = position.closing ? 'CLOSE' : position.changesSent > 0 ? 'CHANGE' : null
  return { ...view, pending, refused: position.refused }
}

import { type MatrixWindow, walkForwardMatrix } from '@tradeloom/optimizer'
import { matrixOf } from './matrix-of.ts'
import type { SearchDraft } from './search-draft.ts'

/** Walk-forward windows of a valid search that fit into the period, of all cells of its matrix; none if it is not a walk-forward. */
export function searchWindows(
  { walkForward }: Pick<SearchDraft, 'walkForward'>,
  period: { readonly start: number; readonly end: number },
): MatrixWindow[] {
  const { isOn, trainDays, testDays, embargoDays, anchored } = walkForward
  if (!isOn) return []
  const plan = {
    ...period,
    trainDays: Number(trainDays),
    testDays: Number(testDays),
    embargoDays: Number(embargoDays),
    isAnchored: anchored,
    // Seeds of windows are chosen by the server.
    seed: 0,
  }
  return walkForwardMatrix(plan, matrixOf(walkForward))
}

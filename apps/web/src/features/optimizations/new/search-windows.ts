import { walkForwardWindows, type WalkForwardWindow } from '@tradeloom/optimizer'
import type { SearchDraft } from './search-draft.ts'

/** Walk-forward windows of a valid search that fit into the period; none if it is not a walk-forward. */
export function searchWindows(
  { walkForward }: Pick<SearchDraft, 'walkForward'>,
  period: { readonly start: number; readonly end: number },
): WalkForwardWindow[] {
  const { isOn, trainDays, testDays, embargoDays, anchored } = walkForward
  if (!isOn) return []
  return walkForwardWindows({
    ...period,
    trainDays: Number(trainDays),
    testDays: Number(testDays),
    embargoDays: Number(embargoDays),
    isAnchored: anchored,
    // Seeds of windows are chosen by the server.
    seed: 0,
  })
}

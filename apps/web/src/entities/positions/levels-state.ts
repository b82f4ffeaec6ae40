import { create } from 'zustand'
import type { LevelKind } from './level-input.tsx'
import { newTicketKey } from '../orders/ticket-key.ts'

/** A position whose levels are being changed. */
export interface ChangedLevels {
  /** Names the dialog: the next one begins anew. */
  readonly key: string
  readonly positionId: string
  /** The field that has the focus first. */
  readonly kind: LevelKind
}

export const useChangedLevels = create<{ readonly changed: ChangedLevels | null }>()(() => ({ changed: null }))

export function changeLevels(positionId: string, kind: LevelKind): void {
  useChangedLevels.setState({ changed: { key: newTicketKey(), positionId, kind } })
}

export function closeLevels(): void {
  useChangedLevels.setState({ changed: null })
}

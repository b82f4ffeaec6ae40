import { create } from 'zustand'
import type { LevelKind } from './level-input.tsx'
import { newTicketKey } from '../orders/ticket-key.ts'

/** A position whose levels are being changed. */
export interface ChangedLevels {
  /** Names the dialog: the next one starts over. */
  readonly key: string
  readonly positionId: string
  /** The field that has the focus first. */
  readonly kind: LevelKind
  /** A price with which the field begins, where it is not that of the position. */
  readonly price: number | null
}

export const useChangedLevels = create<{ readonly changed: ChangedLevels | null }>()(() => ({ changed: null }))

export function changeLevels(positionId: string, kind: LevelKind, price: number | null = null): void {
  useChangedLevels.setState({ changed: { key: newTicketKey(), positionId, kind, price } })
}

export function closeLevels(): void {
  useChangedLevels.setState({ changed: null })
}

import { closedHours } from '../calendar/closures-for.ts'
import { folderBytes } from './folder-bytes.ts'
import { type InstrumentSummary, names } from './instrument-folder.ts'
import { GRADES, listInstruments } from './instrument-view.ts'
import type { Layers } from './layers.ts'

/** The private data of the user whose view this is; none in the view of visitors. */
export interface PrivateView {
  hasOwn(): Promise<boolean>
  /** Instruments with at least one private month. */
  ownInstruments(): Promise<InstrumentSummary[]>
  /** Disk usage of the user's private data. */
  ownBytes(): Promise<number>
}

export function privateView(layers: Layers): PrivateView {
  const { own } = layers
  return {
    hasOwn: async () => own !== null && (await names(own)).length > 0,
    ownInstruments: async () => {
      const found = own === null ? [] : await listInstruments(layers, (one) => closedHours(layers, one), [own])
      return found.filter(({ series }) => series.some(({ months }) => months.some(({ isPrivate }) => isPrivate)))
    },
    ownBytes: async () => (own === null ? 0 : folderBytes(own, [GRADES])),
  }
}

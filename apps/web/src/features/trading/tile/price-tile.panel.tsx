import { definePanel } from '../../../entities/panels/define-panel.ts'
import { priceTileOptions } from './price-tile-options.ts'

/** Live prices of one instrument, to trade on. */
export const panel = definePanel({
  name: 'price-tile',
  title: 'Price tile',
  letter: 'P',
  about: 'Bid and ask, to trade on',
  size: { w: 1, h: 1 },
  max: { w: 1, h: 2 },
  settings: [{ option: 'isReadOnly', label: 'Prices only, without trading' }],
  options: priceTileOptions,
  keptWithUser: ['quantity'],
  version: 1,
  access: 'public',
  load: async () => (await import('./price-tile.tsx')).PriceTile,
})

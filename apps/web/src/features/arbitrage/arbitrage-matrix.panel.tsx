import { definePanel } from '../../entities/panels/define-panel.ts'
import { pairOptions } from './arbitrage-options.ts'

/** Two markets of one currency, both ways. */
export const panel = definePanel({
  name: 'arbitrage-matrix',
  title: 'Arbitrage matrix',
  about: 'Two markets of one currency: bought at one, sold at the other',
  size: { w: 2, h: 2 },
  min: { w: 2 },
  options: pairOptions,
  version: 1,
  access: 'public',
  load: async () => (await import('./arbitrage-matrix.tsx')).ArbitrageMatrix,
})

import { definePanel } from '../../entities/panels/define-panel.ts'
import { pairOptions } from './arbitrage-options.ts'

/** What the plain percent of two markets was. */
export const panel = definePanel({
  name: 'arbitrage-history',
  title: 'Arbitrage history',
  about: 'The percent between two markets in quarters of an hour',
  size: { w: 3, h: 2 },
  min: { w: 2, h: 2 },
  options: pairOptions,
  version: 1,
  access: 'public',
  load: async () => (await import('./arbitrage-history.tsx')).ArbitrageHistory,
})

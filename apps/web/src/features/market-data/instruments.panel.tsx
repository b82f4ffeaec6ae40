import { definePanel } from '../../entities/panels/define-panel.ts'
import { instrumentsOptions } from './instruments/instruments-options.ts'

/** All available market data, with period and quality. */
export const panel = definePanel({
  name: 'market-data',
  title: 'Instruments',
  letter: 'M',
  about: 'Stored market data, its period and quality',
  size: { w: 5, h: 4 },
  options: instrumentsOptions,
  version: 1,
  access: 'public',
  load: async () => (await import('./instruments/instruments-panel.tsx')).InstrumentsPanel,
})

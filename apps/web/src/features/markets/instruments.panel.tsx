import { definePanel } from '../../entities/panels/define-panel.ts'
import { instrumentsOptions } from '../../entities/instruments/instruments-options.ts'

/** All instruments that venues list, to open their panels from. */
export const panel = definePanel({
  name: 'instruments',
  title: 'Instruments',
  letter: 'I',
  about: 'All tradable instruments',
  size: { w: 1, h: 4 },
  min: { h: 2 },
  max: { w: 2 },
  options: instrumentsOptions,
  keptWithUser: ['group'],
  choosesInstrument: true,
  version: 1,
  access: 'public',
  load: async () => (await import('./instruments.tsx')).Instruments,
})

import { definePanel } from '../dashboard/define-panel.ts'
import { instrumentsOptions } from './instruments-options.ts'

/** All instruments that venues list, to open their panels from. */
export const panel = definePanel({
  name: 'instruments',
  title: 'Instruments',
  size: { w: 1, h: 4 },
  options: instrumentsOptions,
  version: 1,
  access: 'public',
  load: async () => (await import('./instruments.tsx')).Instruments,
})

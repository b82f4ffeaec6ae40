import { z } from 'zod'
import { definePanel } from '../../../entities/panels/define-panel.ts'

/** What the user holds. */
export const panel = definePanel({
  name: 'open-positions',
  title: 'Open positions',
  letter: 'O',
  about: 'Positions you hold now',
  size: { w: 5, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./open-positions.tsx')).OpenPositions,
})

import { z } from 'zod'
import { definePanel } from '../../../entities/panels/define-panel.ts'

/** What the user has held. */
export const panel = definePanel({
  name: 'closed-positions',
  title: 'Closed positions',
  letter: 'L',
  about: 'Positions already closed',
  size: { w: 5, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./closed-positions.tsx')).ClosedPositions,
})

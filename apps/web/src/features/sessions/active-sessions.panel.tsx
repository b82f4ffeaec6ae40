import { z } from 'zod'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** What runs, or has open positions. */
export const panel = definePanel({
  name: 'active-sessions',
  title: 'Active trading sessions',
  letter: 'S',
  about: 'Algorithms that are trading now',
  size: { w: 5, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./sessions-panel.tsx')).ActiveSessions,
})

import { z } from 'zod'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** What has run. */
export const panel = definePanel({
  name: 'ended-sessions',
  title: 'Ended trading sessions',
  letter: 'N',
  about: 'Algorithms that have stopped trading',
  size: { w: 5, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./sessions-panel.tsx')).EndedSessions,
})

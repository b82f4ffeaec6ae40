import { z } from 'zod'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** Alerts of the user. */
export const panel = definePanel({
  name: 'alerts',
  title: 'Alerts',
  letter: 'J',
  about: 'Notifications about prices, spreads and indicators',
  size: { w: 3, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./alert-list.tsx')).AlertList,
})

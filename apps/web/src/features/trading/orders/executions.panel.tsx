import { z } from 'zod'
import { definePanel } from '../../../entities/panels/define-panel.ts'

/** Fills of the user's orders. */
export const panel = definePanel({
  name: 'executions',
  title: 'Executions',
  letter: 'E',
  about: 'Fills of your orders, newest first',
  size: { w: 5, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./executions.tsx')).Executions,
})

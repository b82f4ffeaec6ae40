import { z } from 'zod'
import { definePanel } from '../../../entities/panels/define-panel.ts'

/** Orders of the user. */
export const panel = definePanel({
  name: 'orders',
  title: 'Orders',
  letter: 'R',
  about: 'Active ones first',
  size: { w: 5, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./orders.tsx')).Orders,
})

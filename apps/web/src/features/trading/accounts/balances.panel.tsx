import { z } from 'zod'
import { definePanel } from '../../../entities/panels/define-panel.ts'

/** Accounts of the user. */
export const panel = definePanel({
  name: 'balances',
  title: 'Balances',
  letter: 'A',
  about: 'Accounts, margin and their value',
  size: { w: 5, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view balances' },
  load: async () => (await import('./balances.tsx')).Balances,
})

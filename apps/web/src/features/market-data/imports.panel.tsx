import { z } from 'zod'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** The user's imports, with progress and reports. */
export const panel = definePanel({
  name: 'imports',
  title: 'Imports',
  letter: 'U',
  about: 'Files of market data, with their reports',
  size: { w: 2, h: 4 },
  options: z.object({}),
  version: 1,
  access: { login: 'Log in to import your own data' },
  load: async () => (await import('./imports/imports-panel.tsx')).ImportsPanel,
})

import { z } from 'zod'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** The markets whose prices differ most now. */
export const panel = definePanel({
  name: 'top-arbitrage',
  title: 'Top arbitrage',
  letter: 'X',
  about: 'Where prices of one currency differ most between venues',
  size: { w: 2, h: 2 },
  min: { w: 2 },
  options: z.object({}),
  version: 1,
  access: 'public',
  load: async () => (await import('./top-arbitrage.tsx')).TopArbitrage,
})

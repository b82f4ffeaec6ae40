import { z } from 'zod'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** An instrument over the last 24 hours. */
export const panel = definePanel({
  name: 'ticker',
  title: '24 h ticker',
  letter: 'H',
  about: 'Change, range and volume of 24 hours',
  size: { w: 1, h: 1 },
  max: { w: 2, h: 2 },
  options: z.object({ instrumentId: z.string().default('EURUSD:SIM') }),
  version: 1,
  access: 'public',
  load: async () => (await import('./ticker.tsx')).Ticker,
})

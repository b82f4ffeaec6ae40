import { z } from 'zod'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** What has traded, newest first. */
export const panel = definePanel({
  name: 'trades',
  title: 'Trades',
  letter: 'T',
  about: 'What the market trades, newest first',
  size: { w: 1, h: 3 },
  options: z.object({ instrumentId: z.string().default('BTCUSDT:SIM') }),
  version: 1,
  access: 'public',
  load: async () => (await import('./trades.tsx')).Trades,
})

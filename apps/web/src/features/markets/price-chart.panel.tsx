import { BAR_INTERVALS, type BarInterval } from '@tradeloom/domain'
import { z } from 'zod'
import { chartOverlay } from '../../entities/charts/chart-overlay.ts'
import { definePanel } from '../../entities/panels/define-panel.ts'

/** A chart that moves with the market. */
export const panel = definePanel({
  name: 'price-chart',
  title: 'Price chart',
  letter: 'C',
  about: 'Candles that move with the market',
  size: { w: 3, h: 2 },
  min: { w: 2, h: 2 },
  options: z.object({
    instrumentId: z.string().default('EURUSD:SIM'),
    overlay: chartOverlay.nullable().default(null),
    interval: z.enum(BAR_INTERVALS as unknown as readonly [BarInterval]).default('M15'),
  }),
  settings: [{ option: 'interval', label: 'Interval', choices: BAR_INTERVALS }],
  version: 1,
  access: 'public',
  load: async () => (await import('./market-chart.tsx')).MarketChart,
})

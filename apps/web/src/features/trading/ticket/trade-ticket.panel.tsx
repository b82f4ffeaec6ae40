import { definePanel } from '../../../entities/panels/define-panel.ts'
import { tradeTicketOptions } from './trade-ticket-options.ts'

/** Orders with a type, a price and stops, and what they would cost. */
export const panel = definePanel({
  name: 'trade-ticket',
  title: 'Trade ticket',
  letter: 'K',
  about: 'Market, limit and stop orders',
  size: { w: 3, h: 4 },
  options: tradeTicketOptions,
  keptWithUser: ['type', 'template'],
  version: 1,
  access: 'public',
  load: async () => (await import('./trade-ticket.tsx')).TradeTicket,
})

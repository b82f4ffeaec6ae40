import { z } from 'zod'
import { TICKET_TYPES } from './read-ticket.ts'

export const tradeTicketOptions = z.object({
  instrumentId: z.string().default('EURUSD:SIM'),
  type: z.enum(TICKET_TYPES).default('MARKET'),
  /** The order template with which it begins; empty for none. */
  template: z.string().default(''),
})
export type TradeTicketOptions = z.output<typeof tradeTicketOptions>

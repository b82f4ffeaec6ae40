import type { MarketInstrument, TopicEvent } from '@tradeloom/contracts'
import { sampleReply } from '../../testing/mock-api.ts'

type PriceEvent = Extract<TopicEvent, { readonly event: 'price' }>['data']

const [SAMPLE] = sampleReply('listInstruments')

/** A listed instrument of a simulated venue. */
export function instrumentOf(changes: Partial<MarketInstrument>): MarketInstrument {
  return {
    ...SAMPLE!,
    id: 'EURUSD:SIM',
    symbol: 'EURUSD',
    broker: 'SIM',
    exchangeName: 'SIM',
    displaySymbol: 'EUR/USD',
    product: 'Forex',
    dealt: 'EUR',
    quote: 'USD',
    precision: 5,
    pipSize: 0.0001,
    pipPrecision: 4,
    quoteStep: 0.00001,
    lotSize: 1,
    factor: 10_000,
    minQuantity: 1_000,
    maxQuantity: 10_000_000,
    marginRate: 1 / 30,
    marginRatios: {},
    minNotional: null,
    commission: { perLot: 0, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 },
    positionCurrency: 'EUR',
    contract: 'spot',
    calendar: 'always',
    status: 'active',
    tradingOpen: true,
    hasDepth: false,
    simulated: true,
    series: [],
    ...changes,
  }
}

export const EURUSD = instrumentOf({})

export function livePriceOf(changes: Partial<PriceEvent> = {}): PriceEvent {
  return {
    instrumentId: EURUSD.id,
    sequence: 1,
    time: Date.now(),
    bid: 1.08412,
    ask: 1.08427,
    mid: 1.084195,
    spread: 0.00015,
    isOpen: true,
    isCached: false,
    state: 'live',
    ...changes,
  }
}

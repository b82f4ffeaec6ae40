import type { MarketInstrument } from '@tradeloom/contracts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { type Layout, type Place, withKey } from '../../entities/panels/layout.ts'
import { CRYPTO_MARKETS, FOREX_MARKETS } from '../../entities/panels/built-in-names.ts'
import { readPicture } from './layout-picture.ts'
import { findPanel } from '../../entities/panels/panels.ts'

/**
 * I instruments, C chart, O order book, T trades, A B D E tiles, N ticker, P and X open and closed positions, R orders, K
 * ticket, F executions, S balances. One picture for each number of columns: what is needed to trade comes first, and fits
 * into a window of 1440 by 900 px, six columns and six rows.
 */
const PICTURES = [
  `ICC ICC ICC IKK OKK OKK OKK TAB TDE TNN PPP PPP
   RRR RRR FFF FFF SSS SSS XXX XXX`,
  `ICCK ICCK ICCK IOTK NOTK PPPP PPPP ABDE
   RRRR RRRR FFFF FFFF SSSS SSSS XXXX XXXX`,
  `ICCCK ICCCK ICCCK IOOTK IOOTK PPPPP PPPPP ABDEN
   RRRRR RRRRR FFFFF FFFFF SSSSS SSSSS XXXXX XXXXX`,
  `ICCCOK ICCCOK ICCCOK IABDNK PPPPPK PPPPPK
   TRRRRR TRRRRR TSSSSS ESSSSS FFFFFF FFFFFF XXXXXX XXXXXX`,
  `ICCCCOK ICCCCOK ICCCCOK ICCCCTK IABDETK PPPPPNK PPPPPNK
   RRRRRRR RRRRRRR FFFFFFF FFFFFFF SSSSSSS SSSSSSS XXXXXXX XXXXXXX`,
].map(readPicture)

const PANELS: Readonly<Record<string, string>> = {
  I: 'instruments',
  C: 'price-chart',
  A: 'price-tile',
  B: 'price-tile',
  D: 'price-tile',
  E: 'price-tile',
  O: 'order-book',
  T: 'trades',
  N: 'ticker',
  P: 'open-positions',
  R: 'orders',
  K: 'trade-ticket',
  F: 'executions',
  S: 'balances',
  X: 'closed-positions',
}

/** What is chosen in the list is shown by these. */
const LINKED = 'ICOTNKA'

/** The instruments of the four tiles; the chart shows the first one. */
export type Shown = readonly [string, string, string, string]

/** What everybody has out of the box: the markets of venues that are connected, and simulated ones until then. */
export function shownInstruments(instruments: readonly MarketInstrument[]): readonly [forex: Shown, crypto: Shown] {
  const pick = (symbol: string, rank: 0 | 1): string => {
    const found = instruments
      .filter(({ id, status }) => id.startsWith(`${symbol}:`) && isListed(status))
      .toSorted((a, b) => Number(a.simulated) - Number(b.simulated) || (a.id < b.id ? -1 : 1))
    return (found[rank] ?? found[0])?.id ?? `${symbol}:${rank === 0 ? 'SIM' : 'SIM2'}`
  }
  return [
    [pick('EURUSD', 0), pick('GBPUSD', 0), pick('USDJPY', 0), pick('EURUSD', 1)],
    [pick('BTCUSDT', 0), pick('ETHUSDT', 0), pick('BTCUSDT', 1), pick('ETHUSDT', 1)],
  ]
}

export function builtInLayouts([forex, crypto]: readonly [Shown, Shown]): readonly Layout[] {
  return [layoutOf(FOREX_MARKETS, forex), layoutOf(CRYPTO_MARKETS, crypto)]
}

function layoutOf(name: string, [first, second, third, fourth]: Shown): Layout {
  const tiles = { A: first, B: second, D: third, E: fourth }
  const instruments: Readonly<Record<string, string>> = { ...tiles, C: first, O: first, T: first, N: first, K: first }
  const config = Object.entries(PANELS).map(([letter, view]) => {
    const places: Record<string, Place> = {}
    for (const picture of PICTURES) {
      const place = picture.get(letter)
      if (place !== undefined) places[columnsOf(picture)] = place
    }
    const { w, h } = findPanel(view)?.size ?? { w: 1, h: 1 }
    const instrumentId = instruments[letter]
    const opts = instrumentId === undefined ? {} : { instrumentId }
    return withKey({ view, opts, w, h, places, ...(LINKED.includes(letter) && { group: 'A' }) })
  })
  return { name, config, responsive: true }
}

function columnsOf(picture: ReadonlyMap<string, Place>): number {
  return Math.max(...[...picture.values()].map(({ x, w }) => x + w))
}

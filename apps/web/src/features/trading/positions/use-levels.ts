import type { MarketInstrument, TradingPosition } from '@tradeloom/contracts'
import {
  clearsLevel,
  INVALID_NUMBER,
  type LevelChanges,
  levelChangeProblem,
  type LevelMoney,
  type LevelProblem,
  type Quote,
  readBracket,
} from '@tradeloom/domain/orders'
import { useEffect, useRef, useState } from 'react'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { formatPlain } from '../../../ui/format.ts'
import { marketPrices } from '../../../entities/prices/market-prices.ts'
import { confirmLevels } from '../entry/confirm-levels.ts'
import { LEVEL_KINDS, type LevelKind } from '../../../entities/positions/level-input.tsx'
import { type ChangedLevels, closeLevels } from '../../../entities/positions/levels-state.ts'
import { protectPosition } from '../../../entities/orders/send-order.ts'
import { useSending } from '../entry/use-sending.ts'
import { useThrottledPrice } from '../entry/use-throttled-price.ts'

type Texts = Readonly<Record<LevelKind, string>>

/** How long a change may take once the server has it. */
const PATIENCE_MS = 10_000
const NOT_MADE = 'The change has not been made yet. The log of the broker says why'

const NOTHING_UNREAD: Texts = { stopLoss: '', takeProfit: '', trailingStop: '' }

/** The levels that an open position is to have: what was typed, what is wrong with it, and how it is sent. */
export function useLevels(
  position: TradingPosition,
  instrument: MarketInstrument,
  { money, ...first }: Pick<ChangedLevels, 'kind' | 'price'> & { readonly money: Omit<LevelMoney, 'quantity'> | null },
) {
  const price = useThrottledPrice(instrument.id)
  // What the position had when the dialog was opened: only what was typed since is sent.
  const [before] = useState(() => textsOf(position, instrument))
  const [texts, setTexts] = useState<Texts>(() =>
    first.price === null ? before : { ...before, [first.kind]: levelText(first.price, instrument) },
  )
  const { send, failure, setFailure, isSending, isUnanswered } = useSending()
  const isBusy = useRef(false)
  /** Sent and accepted: the venue may still refuse it, so it counts once the position has it. */
  const [awaited, setAwaited] = useState<LevelChanges | null>(null)
  const isMade =
    awaited !== null && LEVEL_KINDS.every((kind) => awaited[kind] === undefined || awaited[kind] === position[kind])
  useEffect(() => {
    if (isMade) closeLevels()
  }, [isMade])
  useEffect(() => {
    if (awaited === null) return
    const timer = setTimeout(() => {
      setAwaited(null)
      setFailure(NOT_MADE)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [awaited, setFailure])
  const at = (quote: Quote | undefined) => read(position, instrument, { before, texts, money }, quote)
  const now = at(price)

  const submit = async (): Promise<void> => {
    if (!(await confirmLevels(NOTHING_UNREAD, now.readings))) return
    const newest = at(marketPrices.get(instrument.id))
    if (newest.problem !== null) return setFailure(newest.problem.message)
    const request = { positionId: position.id, ...newest.changes }
    if (await send((key, onSlow) => protectPosition({ key, ...request }, onSlow))) setAwaited(newest.changes)
  }

  return {
    ...now,
    texts,
    failure,
    isSending: isSending || awaited !== null,
    isLocked: isSending || isUnanswered || awaited !== null,
    setText: (kind: LevelKind, text: string): void => setTexts({ ...texts, [kind]: text }),
    /** Questions may come first: meanwhile, another press asks none. */
    submit: (): void => {
      if (isBusy.current) return
      isBusy.current = true
      void submit().finally(() => {
        isBusy.current = false
      })
    },
  }
}

function read(
  { direction, openPrice, quantity }: TradingPosition,
  instrument: MarketInstrument,
  {
    before,
    texts,
    money,
  }: { readonly before: Texts; readonly texts: Texts; readonly money: Omit<LevelMoney, 'quantity'> | null },
  quote: Quote | undefined,
) {
  const side = direction === 'LONG' ? 'BUY' : 'SELL'
  // Pips of a stop and a target count from where the position was opened; a trailing stop follows the market.
  const opened = { bid: openPrice, ask: openPrice }
  const of = money === null ? null : { ...money, quantity }
  const bracket = { side, quote: opened, trailsFrom: quote ?? null, instrument, money: of } as const
  const { readings, levels, problems } = readBracket(texts, bracket, decimalSeparator())
  const changed = LEVEL_KINDS.filter((kind) => texts[kind].trim() !== before[kind])
  const changes: LevelChanges = Object.fromEntries(changed.map((kind) => [kind, levels[kind]]))
  const isAdded = changed.some((kind) => texts[kind].trim() !== '')
  const unread = changed.find((kind) => texts[kind].trim() !== '' && clearsLevel(texts[kind], decimalSeparator()))
  const unknown = problems.find(({ isNumber }) => isNumber)
  const problem: LevelProblem | { readonly field: null; readonly message: string } | null =
    unread !== undefined
      ? { field: unread, message: INVALID_NUMBER }
      : unknown !== undefined
        ? unknown
        : !isAdded
          ? null
          : quote === undefined
            ? { field: null, message: 'No price' }
            : levelChangeProblem(side, changes, quote, instrument)
  return { side, readings, changes, problem, isChanged: changed.length > 0 } as const
}

/** As they would be typed: a price has two decimals at least, a distance is in pips. */
function textsOf(position: TradingPosition, instrument: MarketInstrument): Texts {
  const { stopLoss, takeProfit, trailingStop } = position
  const { pipSize } = instrument
  const text = (price: TradingPosition['stopLoss']): string =>
    typeof price === 'number' ? levelText(price, instrument) : ''
  return {
    stopLoss: text(stopLoss),
    takeProfit: text(takeProfit),
    trailingStop: typeof trailingStop === 'number' ? formatPlain(trailingStop / pipSize, 1).replaceAll(',', '') : '',
  }
}

/** With two decimals at least, which make it a price. */
function levelText(price: number, { precision }: MarketInstrument): string {
  return price.toFixed(Math.max(2, precision))
}

import { Button, Group, Stack, Text } from '@mantine/core'
import type { MarketInstrument, TradingAccount, TradingPosition } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatPlain } from '../../../ui/format.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import { openPositionsQuery } from '../../../entities/accounts/trading-queries.ts'
import { closePosition, openPosition } from '../../../entities/orders/send-order.ts'
import { CurrentPrice, LiveProfit } from '../../../entities/positions/live-cells.tsx'
import { marketPrices } from '../../../entities/prices/market-prices.ts'
import { FailureAlert } from '../entry/failure-alert.tsx'
import { useSending } from '../entry/use-sending.ts'
import { useThrottledPrice } from '../entry/use-throttled-price.ts'

/** How long a closing may take once the server has it. */
const PATIENCE_MS = 15_000

interface ReverseFormProps {
  readonly position: TradingPosition
  readonly instrument: MarketInstrument
  readonly account: TradingAccount
  readonly onDone: () => void
}

/** Closes a position, and opens the opposite one once it is closed: two orders, never one of twice the size. */
export function ReverseForm({ position: asked, instrument, account, onDone }: ReverseFormProps): ReactElement {
  const { data: listed } = useQuery(openPositionsQuery)
  const [position] = useState(asked)
  const { id, symbol, quantity } = position
  const direction = position.direction === 'LONG' ? 'SHORT' : 'LONG'
  const [isAsked, setAsked] = useState(false)
  /** Once: the list may show the position again for a moment. */
  const hasBegun = useRef(false)
  const closing = useSending()
  const opening = useSending()
  // The opening needs a price after the last one that is shown.
  useThrottledPrice(instrument.id)
  const [late, setLate] = useState<string | null>(null)
  const isGone = listed !== undefined && listed.every((one) => one.id !== id)
  const phase = !isAsked ? 'asked' : isGone ? 'closed' : 'closing'

  const open = async (): Promise<void> => {
    const quote = marketPrices.get(instrument.id)
    if (quote === undefined) return opening.setFailure('No price')
    const price = direction === 'LONG' ? quote.ask : quote.bid
    const request = { accountId: account.id, instrumentId: instrument.id, direction, quantity, price } as const
    if (await opening.send((key, onSlow) => openPosition({ key, ...request }, onSlow))) onDone()
  }
  const openOnce = useEffectEvent(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void open()
  })
  useEffect(() => {
    if (phase === 'closed') openOnce()
  }, [phase])
  useEffect(() => {
    if (phase !== 'closing') return
    const timer = setTimeout(() => {
      setAsked(false)
      setLate('The position has not been closed yet, so nothing was opened. The log of the broker says why')
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [phase])

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setLate(null)
    if (phase === 'closed') return open()
    if (await closing.send((key, onSlow) => closePosition({ positionId: id, key }, onSlow))) setAsked(true)
  }
  const side = direction === 'LONG' ? 'long' : 'short'
  const isBusy = phase === 'closing' || closing.isSending || opening.isSending
  const failure = closing.failure ?? opening.failure ?? late
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {phase === 'closed'
            ? `The position is closed. The ${side} one of ${formatPlain(quantity)} ${symbol} is opened at the market.`
            : phase === 'closing'
              ? 'The position is being closed. The opposite one follows once it is.'
              : `Closes ${formatPlain(quantity)} ${symbol} at the market, then opens a ${side} one of ${formatPlain(quantity)}, without stop and target. Now about `}
          {phase === 'asked' ? (
            <>
              <strong className="num">
                <CurrentPrice position={position} instrument={instrument} />
              </strong>
              {'. Profit now: '}
              <strong className="num">
                <LiveProfit position={position} instrument={instrument} currency={account.currency} />
              </strong>
              {` ${account.currency}. On ${accountName(account)}.`}
            </>
          ) : null}
        </Text>
        <FailureAlert failure={failure} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" size="sm" data-autofocus onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" size="sm" loading={isBusy}>
            {phase === 'closed' ? `Open ${side}` : 'Reverse position'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

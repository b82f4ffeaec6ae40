import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { MarketInstrument, TradingPosition } from '@tradeloom/contracts'
import { isDust, roundToStep, tidy } from '@tradeloom/domain'
import { closingProblem, readQuantity } from '@tradeloom/domain/orders'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { formatPlain } from '../../../ui/format.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import { openPositionsQuery } from '../../../entities/accounts/trading-queries.ts'
import { closePosition } from '../../../entities/orders/send-order.ts'
import { CurrentPrice, LiveProfit } from '../../../entities/positions/live-cells.tsx'
import { FailureAlert } from '../entry/failure-alert.tsx'
import { NumberInput } from '../entry/number-input.tsx'
import { quantityText } from '../entry/order-funds.ts'
import classes from '../entry/quantity-shares.module.css'
import { useSending } from '../entry/use-sending.ts'
import type { PositionMarket } from './position-market.ts'

const SHARES = [0.25, 0.5, 0.75, 1]

interface CloseFormProps extends PositionMarket {
  readonly position: TradingPosition
  readonly firstShare: number
  readonly onDone: () => void
}

/** Closes a position at the market, all of it unless a part is chosen, with price and profit as they move meanwhile. */
export function CloseForm({ position: asked, instrument, account, firstShare, onDone }: CloseFormProps): ReactElement {
  const listed = useQuery({ ...openPositionsQuery, enabled: false }).data
  const position = listed?.find(({ id }) => id === asked.id) ?? asked
  const { direction, quantity: open, symbol } = position
  const currency = account?.currency ?? 'USD'
  // All of it may be no multiple of the step: coins of which a fee was taken. So it is not typed, but null.
  const partOf = (share: number): string | null =>
    share === 1 || instrument === undefined ? null : quantityText(shareOf(open, share, instrument), instrument)
  const [text, setText] = useState(() => partOf(firstShare))
  const { send, failure, isSending, isUnanswered } = useSending()
  const isLocked = isSending || isUnanswered
  const quantity =
    text === null || instrument === undefined ? open : readQuantity(text.trim(), instrument, decimalSeparator())
  const problem = closingProblem(quantity, open, instrument ?? null)
  const rest = problem === null ? tidy(open - quantity) : 0
  const isRestDust = rest > 0 && instrument !== undefined && isDust(rest, position.openPrice, instrument)
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const part = quantity === open ? {} : { quantity }
    if (await send((key, onSlow) => closePosition({ positionId: position.id, key, ...part }, onSlow))) onDone()
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {`${direction === 'LONG' ? 'Sells' : 'Buys'} ${problem === null ? `${formatPlain(quantity)} ` : ''}${symbol} at the market, now about `}
          <strong className="num">
            <CurrentPrice position={position} instrument={instrument} />
          </strong>
          {'. Profit now: '}
          <strong className="num">
            <LiveProfit position={position} instrument={instrument} currency={currency} />
          </strong>
          {` ${currency}${rest > 0 ? ' for the whole position' : ''}.`}
          {account === undefined
            ? null
            : ` On ${accountName(account)}${account.type === 'live' ? ', with real money' : ''}.`}
        </Text>
        {instrument === undefined ? null : (
          <div className={classes['quantity']}>
            <NumberInput
              label="Quantity"
              unit={instrument.dealt}
              text={text ?? formatPlain(open).replaceAll(',', '')}
              problem={problem}
              isLocked={isLocked}
              onText={setText}
            />
            <div className={classes['shares']} role="group" aria-label="Part of the position">
              {SHARES.map((share) => (
                <button
                  key={share}
                  type="button"
                  disabled={isLocked || closingProblem(shareOf(open, share, instrument), open, instrument) !== null}
                  aria-label={`${share * 100}% of the position`}
                  aria-pressed={quantity === shareOf(open, share, instrument)}
                  title={`${formatPlain(shareOf(open, share, instrument))} ${instrument.dealt}`}
                  onClick={() => setText(partOf(share))}
                >
                  {`${share * 100}%`}
                </button>
              ))}
            </div>
          </div>
        )}
        {isRestDust ? (
          <Alert color="yellow" icon={<IconAlertTriangle size={16} aria-hidden />}>
            {`${formatPlain(rest)} would be left, less than the smallest order: it could not be sold alone.`}
          </Alert>
        ) : null}
        <FailureAlert failure={failure} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" size="sm" data-autofocus onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" size="sm" disabled={problem !== null} loading={isSending}>
            {rest > 0 ? 'Close part' : 'Close position'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function shareOf(open: number, share: number, { lotSize }: Pick<MarketInstrument, 'lotSize'>): number {
  return share === 1 ? open : roundToStep(open * share, lotSize, 'down')
}

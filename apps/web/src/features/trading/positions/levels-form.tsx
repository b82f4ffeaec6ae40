import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { MarketInstrument, TradingAccount, TradingPosition } from '@tradeloom/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FormEvent, ReactElement } from 'react'
import { formatSignedMoney } from '../../../entities/instruments/format-money.ts'
import { NOTHING, signClass } from '../../../ui/format.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import classes from '../entry/confirm-trade.module.css'
import { levelMoney } from '../entry/order-circumstances.ts'
import { LEVEL_KINDS, LevelInput } from '../../../entities/positions/level-input.tsx'
import { type ChangedLevels, closeLevels } from '../../../entities/positions/levels-state.ts'
import { CurrentPrice, priceText, profitAt } from '../../../entities/positions/live-cells.tsx'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import { useLevels } from './use-levels.ts'

interface LevelsFormProps {
  readonly first: Pick<ChangedLevels, 'kind' | 'price'>
  readonly position: TradingPosition
  readonly instrument: MarketInstrument
  readonly account: TradingAccount | undefined
}

/** Three fields, the money at them, and the button that sends them. An empty field removes its level. */
export function LevelsForm({ first, position, instrument, account }: LevelsFormProps): ReactElement {
  const { precision } = instrument
  const currency = account?.currency ?? instrument.quote
  const rate = useConversion(instrument.quote, currency)()
  const levels = useLevels(position, instrument, { ...first, money: levelMoney(instrument, account, rate) })
  const { side, readings, problem, failure, isChanged, isLocked } = levels
  const moneyAt = (price: number | undefined): ReactElement | string => {
    if (price === undefined) return 'none'
    const isKnown = Number.isFinite(rate) && instrument.contract !== 'inverse'
    if (!isKnown) return NOTHING
    const profit = profitAt(position, { bid: price, ask: price }, instrument, rate)
    return <span className={signClass(profit)}>{formatSignedMoney(profit, currency)}</span>
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    levels.submit()
  }
  const general = problem?.field === null ? problem.message : null
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {`Opened at ${priceText(position.openPrice, precision)}, now `}
          <strong className="num">
            <CurrentPrice position={position} instrument={instrument} />
          </strong>
          {account === undefined
            ? null
            : `. On ${accountName(account)}${account.type === 'live' ? ', with real money' : ''}.`}
        </Text>
        {LEVEL_KINDS.map((kind) => (
          <LevelInput
            key={kind}
            kind={kind}
            side={side}
            text={levels.texts[kind]}
            reading={readings[kind]}
            instrument={instrument}
            currency={currency}
            problem={problem?.field === kind ? problem.message : null}
            isLocked={isLocked}
            hasFocus={kind === first.kind}
            onText={(text) => levels.setText(kind, text)}
          />
        ))}
        <dl className={`num ${classes['preview']}`}>
          <div className={classes['line']}>
            <dt>Profit at the stop loss</dt>
            <dd>{moneyAt(readings.stopLoss?.price)}</dd>
          </div>
          <div className={classes['line']}>
            <dt>Profit at the trailing stop, as it is now</dt>
            <dd>{moneyAt(readings.trailingStop?.price)}</dd>
          </div>
          <div className={classes['line']}>
            <dt>Profit at the take profit</dt>
            <dd>{moneyAt(readings.takeProfit?.price)}</dd>
          </div>
        </dl>
        <Text size="xs" className="muted">
          Pips of stop loss and take profit count from where the position was opened. An empty field removes its level.
        </Text>
        {(failure ?? general) === null ? null : (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            {failure ?? general}
          </Alert>
        )}
        <Group justify="flex-end" className={classes['buttons']}>
          <Button variant="default" onClick={closeLevels}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isChanged || problem !== null} loading={levels.isSending}>
            Change
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

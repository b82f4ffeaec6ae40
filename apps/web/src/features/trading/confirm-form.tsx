import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type OrderDraft, readLevel, validateOrder } from '@tradeloom/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { feedStatusOf, type FeedStatus, marketPrices, useFeed } from '../markets/market-prices.ts'
import { accountFor, useAccounts } from './accounts.ts'
import { ConfirmChart } from './confirm-chart.tsx'
import { confirmHints } from './confirm-hints.ts'
import { confirmQuantity } from './confirm-quantity.ts'
import { closeConfirmation, type PendingTrade } from './confirm-state.ts'
import classes from './confirm-trade.module.css'
import { LEVEL_KINDS, LevelInput, type LevelKind } from './level-input.tsx'
import { circumstances } from './order-circumstances.ts'
import { LiveBar } from './live-bar.tsx'
import { openPosition } from './send-order.ts'
import { TradePreview } from './trade-preview.tsx'
import { useConversion } from './use-conversion.ts'
import { useThrottledPrice } from './use-throttled-price.ts'

type Texts = Readonly<Record<LevelKind, string>>

/** Stops, preview and the button that trades. What is sent is checked again with the newest price. */
export function ConfirmForm({ trade }: { readonly trade: PendingTrade }): ReactElement {
  const { instrument, side, quantity, key } = trade
  const status = useFeed(instrument.id)
  const price = useThrottledPrice(instrument.id)
  const account = accountFor(useAccounts(), instrument)
  const conversion = useConversion(instrument.quote, account?.currency ?? instrument.quote)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const [texts, setTexts] = useState<Texts>({ stopLoss: '', takeProfit: '', trailingStop: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  /** The order at a price, with what is wrong with it. */
  const orderAt = (quote: typeof price, feed: FeedStatus) => {
    const read = (kind: LevelKind) =>
      quote === undefined ? null : readLevel(texts[kind], { kind, side, quote, instrument })
    const readings = { stopLoss: read('stopLoss'), takeProfit: read('takeProfit'), trailingStop: read('trailingStop') }
    const draft: OrderDraft = {
      side,
      type: 'MARKET',
      quantity,
      limitPrice: null,
      stopPrice: null,
      stopLoss: readings.stopLoss?.price ?? null,
      takeProfit: readings.takeProfit?.price ?? null,
      trailingStop: readings.trailingStop?.distance ?? null,
    }
    const known = circumstances({ instrument, account, price: quote, status: feed, conversion: conversion() })
    return { readings, draft, known, problem: validateOrder(draft, known) }
  }
  const { readings, draft, known, problem } = orderAt(price, status)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const hints = LEVEL_KINDS.flatMap((kind) => readings[kind]?.hint ?? [])
    if (!(await confirmHints(hints)) || !(await confirmQuantity(instrument, quantity))) return
    const newest = marketPrices.get(instrument.id)
    const now = orderAt(newest, feedStatusOf(instrument.id))
    if (now.problem !== null || newest === undefined) {
      setFailure(now.problem?.message ?? 'No price')
      return
    }
    setSending(true)
    setFailure(null)
    try {
      const trailing = now.readings.trailingStop
      await openPosition({
        key,
        ...(account === null ? {} : { accountId: account.id }),
        instrumentId: instrument.id,
        direction: side === 'BUY' ? 'LONG' : 'SHORT',
        quantity,
        stopLoss: now.draft.stopLoss,
        takeProfit: now.draft.takeProfit,
        trailingStop: trailing?.price ?? null,
        price: side === 'BUY' ? newest.ask : newest.bid,
        options: { trailingStopDistance: trailing?.distance ?? null },
      })
      closeConfirmation()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setSending(false)
    }
  }

  const messageFor = (kind: LevelKind): string | null => (problem?.field === kind ? problem.message : null)
  const general = problem !== null && !LEVEL_KINDS.some((kind) => kind === problem.field) ? problem.message : null
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <LiveBar accounts={account === null ? [] : [account]} />
        <ConfirmChart instrument={instrument} side={side} draft={draft} />
        <div className={classes['columns']}>
          <Stack gap="xs">
            {LEVEL_KINDS.map((kind) => (
              <LevelInput
                key={kind}
                kind={kind}
                side={side}
                text={texts[kind]}
                reading={readings[kind]}
                precision={instrument.precision}
                problem={messageFor(kind)}
                onText={(text) => setTexts({ ...texts, [kind]: text })}
              />
            ))}
          </Stack>
          <TradePreview instrument={instrument} draft={draft} account={account} known={known} problem={general} />
        </div>
        {failure === null ? null : (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" className={classes['buttons']}>
          <Button variant="default" data-autofocus onClick={closeConfirmation} fullWidth={isNarrow}>
            Cancel
          </Button>
          <Button
            type="submit"
            className={classes['trade']}
            data-side={side}
            disabled={problem !== null}
            loading={isSending}
            fullWidth={isNarrow}
          >
            Trade
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import type { ArbitragePair, TradingAccount } from '@tradeloom/contracts'
import { accountsFor } from '@tradeloom/domain'
import type { AttemptPolicy } from '@tradeloom/domain/arbitrage'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../../api/call.ts'
import { accountFor, missingAccount, useAccounts, viewingOnly } from '../../../entities/accounts/accounts.ts'
import { newTicketKey } from '../../../entities/orders/ticket-key.ts'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { EmptyState, LoadingRows } from '../../../ui/states.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { useArbitrage } from '../live-arbitrage.ts'
import type { MarketPair } from '../shown-pair.ts'
import { AttemptConfirmation } from './attempt-confirmation.tsx'
import { type AttemptTexts, readTexts, suggested } from './attempt-draft.ts'
import { AttemptForm } from './attempt-form.tsx'
import { attemptsQuery } from './attempt-queries.ts'
import { AttemptResult } from './attempt-result.tsx'

interface TicketProps {
  readonly markets: MarketPair
}

/** What is to be bought and sold, what that risks, and then what was sent. */
export function AttemptTicket({ markets }: TicketProps): ReactElement {
  const { sell, buy } = markets
  const heard = useArbitrage(`arbitrage.${[sell.id, buy.id].toSorted().join('||')}`)
  const accounts = useAccounts()
  const pair = heard?.list.pairs.find(({ sellId, buyId }) => sellId === sell.id && buyId === buy.id)
  if (!useUser()) return <EmptyState title="Please log in to trade" />
  const problem = missingAccount(accounts, buy) ?? missingAccount(accounts, sell)
  if (problem !== null && accounts !== undefined) return <EmptyState title={problem} />
  if (heard !== undefined && pair === undefined)
    return <EmptyState title={heard.list.notes[0]?.text ?? 'No price yet'} />
  if (pair === undefined || accounts === undefined) return <LoadingRows rows={8} />
  return <Ticket markets={markets} pair={pair} accounts={accounts} />
}

interface OpenTicketProps extends TicketProps {
  readonly pair: ArbitragePair
  readonly accounts: readonly TradingAccount[]
}

function Ticket({ markets, pair, accounts }: OpenTicketProps): ReactElement {
  const { sell, buy } = markets
  const offered = (market: MarketPair['buy']): readonly TradingAccount[] =>
    accountsFor(accounts, market).filter((one) => viewingOnly(one) === null)
  const [ids, setIds] = useState({ buy: accountFor(accounts, buy)?.id, sell: accountFor(accounts, sell)?.id })
  const chosen = (side: 'buy' | 'sell'): TradingAccount | undefined => {
    const all = offered(markets[side])
    return all.find(({ id }) => id === ids[side]) ?? all[0]
  }
  const [buyer, seller] = [chosen('buy'), chosen('sell')]
  const rate = useConversion(buy.quote, buyer?.currency ?? buy.quote)()
  const [texts, setTexts] = useState<AttemptTexts>(() => suggested(pair, markets, Number.isFinite(rate) ? rate : 1))
  const [policy, setPolicy] = useState<AttemptPolicy>('close')
  const [key] = useState(newTicketKey)
  const [step, setStep] = useState<'form' | 'confirm'>('form')
  const [sentId, setSentId] = useState<string | null>(null)
  const client = useQueryClient()
  const { isBusy, error, send } = useSending()
  if (sentId !== null) return <AttemptResult id={sentId} />
  if (!buyer || !seller) return <EmptyState title="None of your accounts may trade both markets" />
  const picked = { buy: buyer, sell: seller }
  const numbers = readTexts(texts)
  const submit = (): Promise<void> =>
    send(async () => {
      const { id } = await call('executeArbitrage', {
        body: {
          key,
          quantity: numbers.quantity,
          buy: { accountId: buyer.id, instrumentId: buy.id, limitPrice: numbers.buyLimit },
          sell: { accountId: seller.id, instrumentId: sell.id, limitPrice: numbers.sellLimit },
          maxLoss: numbers.maxLoss,
          policy,
          buyStop: policy === 'keep' ? numbers.buyStop : null,
          sellStop: policy === 'keep' ? numbers.sellStop : null,
        },
      })
      setSentId(id)
      await client.invalidateQueries({ queryKey: attemptsQuery.queryKey })
    })
  const shared = { markets, pair, rate, numbers, policy, accounts: picked }
  return step === 'form' ? (
    <AttemptForm
      {...shared}
      texts={texts}
      offered={{ buy: offered(buy), sell: offered(sell) }}
      onAccount={(side, id) => setIds({ ...ids, [side]: id })}
      onTexts={(changes) => setTexts({ ...texts, ...changes })}
      onPolicy={setPolicy}
      onRefresh={() => setTexts(suggested(pair, markets, Number.isFinite(rate) ? rate : 1))}
      onNext={() => setStep('confirm')}
    />
  ) : (
    <AttemptConfirmation
      {...shared}
      isBusy={isBusy}
      failure={error}
      onBack={() => setStep('form')}
      onSend={() => void submit()}
    />
  )
}

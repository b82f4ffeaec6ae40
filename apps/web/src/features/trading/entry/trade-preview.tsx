import { Alert } from '@mantine/core'
import { isPerpetual, leverage } from '@tradeloom/domain'
import type { MarketInstrument, TradingAccount, TradingPosition } from '@tradeloom/contracts'
import type { ListedInstrument } from '@tradeloom/domain'
import {
  type CountedOrders,
  isTrailedByVenue,
  NO_ORDERS,
  NOT_ENOUGH_MARGIN,
  type OrderCircumstances,
  type OrderDraft,
  orderWarnings,
  previewOrder,
  waitingPrice,
} from '@tradeloom/domain/orders'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { formatMoney } from '../../../entities/instruments/format-money.ts'
import { formatNumber, formatPercent, NOTHING } from '../../../ui/format.ts'
import { Hint } from '../../../ui/hint.tsx'
import { shownSpread, spreadUnit } from '../../../entities/prices/shown-spread.ts'
import { OpeningNote } from '../../../entities/prices/opening-note.tsx'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import classes from './confirm-trade.module.css'
import { MarginHelp } from './margin-help.tsx'
import { toListed } from './order-circumstances.ts'
import { nettingNote } from './netting-note.ts'
import { openPositionsQuery } from '../../../entities/accounts/trading-queries.ts'

interface TradePreviewProps {
  readonly instrument: MarketInstrument
  readonly draft: OrderDraft
  readonly account: TradingAccount | null
  readonly known: OrderCircumstances
  /** Why it cannot be sent, unless a field says so. */
  readonly problem: string | null
  /** Sets the quantity; null where it cannot be changed now. */
  readonly onQuantity: ((text: string) => void) | null
}

/** What the trade would cost and risk, line by line; the formula of each on its name. */
export function TradePreview({
  instrument,
  draft,
  account,
  known,
  problem,
  onQuantity,
}: TradePreviewProps): ReactElement {
  const { price } = known
  // Visitors see what it would cost in the currency of the price.
  const isInQuote = account === null && instrument.contract !== 'inverse'
  const currency = account?.currency ?? instrument.quote
  const converted = isInQuote ? { accountCurrency: currency, conversion: 1 } : known.account
  const waiting = waitingPrice(draft)
  const order = { ...draft, quantity: ifPositive(draft.quantity), price: waiting === null ? null : ifPositive(waiting) }
  const preview =
    price === null || converted === null
      ? null
      : previewOrder(order, { ...converted, quote: price, instrument: known.instrument ?? instrument })
  const money = (value: number | null | undefined): string =>
    value === null || value === undefined || !Number.isFinite(value) ? NOTHING : formatMoney(value, currency)
  const level = (value: number | null): string => (value === null ? 'none' : formatNumber(value, instrument.precision))
  // Sold coins are paid for, and open no position that could lose or need margin.
  const isSale = known.isSpot === true && draft.side === 'SELL'
  // Of a quantity or a price that is not filled in yet, nothing is known.
  const isFilled = preview !== null && Number.isFinite(preview.value)
  const warnings = !isFilled || account === null || isSale ? [] : orderWarnings(preview, account)
  const shown = problem === null ? warnings : [problem, ...warnings.filter((text) => text !== problem)]
  const isLimited =
    account !== null &&
    account.type !== 'paper' &&
    (instrument.maxOrders !== undefined || instrument.maxStops !== undefined)
  const netted = useNettedPosition(instrument.id, account)
  return (
    <div className={classes['preview']}>
      <dl className="num">
        <Line name="Account" hint="What the trade is booked to">
          {account === null ? NOTHING : accountName(account)}
        </Line>
        <Line name="Available" hint="What the account has left for margin">
          {money(account?.available)}
        </Line>
        <Line name="Stop loss" hint="Where the position closes with a loss">
          {level(draft.stopLoss)}
        </Line>
        {draft.trailingStop === null ? null : (
          <Line name="Trailing stop" hint="The distance at which a stop follows the best price">
            {level(draft.trailingStop)}
          </Line>
        )}
        <Line name="Take profit" hint="Where the position closes with a profit">
          {level(draft.takeProfit)}
        </Line>
        <Line name="Spread" hint="Ask − bid">
          {price === null ? NOTHING : spreadText(price, instrument)}
        </Line>
        <Line name="Margin requirement" hint="Quantity × price × margin rate">
          {isSale ? 'none' : money(preview?.margin)}
        </Line>
        {account === null || account.type === 'paper' || !isPerpetual(instrument.id) ? null : (
          <Line name="Leverage" hint={`As it is set at ${instrument.exchangeName}, where it can be changed`}>
            {leverageText(instrument, account)}
          </Line>
        )}
        <Line
          name="Risking (approx)"
          hint="Quantity × distance to the stop loss, or to the trailing stop if that is nearer"
        >
          {preview?.risk === null ? 'none' : money(preview?.risk)}
        </Line>
        <Line name="Target gain (approx)" hint="Quantity × distance to the take profit">
          {preview?.gain === null ? 'none' : money(preview?.gain)}
        </Line>
        <Line name="Reward to risk" hint="Target gain ÷ money at risk">
          {ratioText(preview?.risk, preview?.gain)}
        </Line>
        {isLimited ? (
          <Line
            name="Orders that work"
            hint={`Of this market, and how many ${instrument.exchangeName} takes of an account at once`}
          >
            {countText(known.working ?? NO_ORDERS, instrument)}
          </Line>
        ) : null}
        <Line name="Fee" hint="What the venue charges on the fill, at most">
          {money(preview?.fee)}
        </Line>
        <Line name="Immediate cost" hint="Quantity × (ask − bid) + fee">
          {money(preview?.immediateCost)}
        </Line>
      </dl>
      {draft.trailingStop !== null && account !== null && account.type !== 'paper' ? (
        <p className="muted">{trailingNote(toListed(instrument), account, draft)}</p>
      ) : null}
      {known.instrument?.tradingOpen === false ? <OpeningNote instrument={instrument} /> : null}
      {netted === undefined ? null : <p className="muted">{nettingNote(netted, draft)}</p>}
      {account?.type === 'paper' && isCoin(instrument) && draft.side === 'SELL' ? (
        <p className="muted">{`On paper it opens a short position on margin. ${instrument.exchangeName} sells only coins that you have`}</p>
      ) : null}
      {shown.map((text) => (
        <Alert key={text} p="6px 10px" color="yellow" icon={<IconAlertTriangle size={15} aria-hidden />}>
          {text}
          {text !== NOT_ENOUGH_MARGIN || account === null ? null : (
            <MarginHelp
              instrument={instrument}
              draft={draft}
              account={account}
              known={known}
              margin={money(preview?.margin)}
              available={money(account.available)}
              onQuantity={onQuantity}
            />
          )}
        </Alert>
      ))}
    </div>
  )
}

/** Who moves the stop: what this server watches needs this server to run. */
function trailingNote(listing: ListedInstrument, { model }: TradingAccount, draft: OrderDraft): string {
  const { exchangeName: name, hasTrailingStops = false } = listing
  if (isTrailedByVenue(listing, model, draft)) return `${name} moves the trailing stop itself`
  const lack = hasTrailingStops ? 'beside a stop loss or take profit' : 'at a distance in price'
  return `Managed by Tradeloom: ${name} has no trailing stop ${lack}`
}

/** The position of a person that an order adds to or reduces, on an account that has one for each market. */
function useNettedPosition(instrumentId: string, account: TradingAccount | null): TradingPosition | undefined {
  const isOne = account !== null && account.model !== 'hedging'
  const { data } = useQuery({ ...openPositionsQuery, enabled: isOne })
  return isOne
    ? data?.find((one) => one.accountId === account.id && one.instrumentId === instrumentId && one.sessionId === null)
    : undefined
}

function leverageText({ id, marginRate }: MarketInstrument, { contractTerms }: TradingAccount): string {
  const own = contractTerms.find(({ instrumentId }) => instrumentId === id)
  return `${leverage(own ? 1 / own.leverage : marginRate)}, ${own?.isIsolated ? 'isolated' : 'cross'} margin`
}

function countText({ orders, stops }: CountedOrders, { maxOrders, maxStops }: MarketInstrument): string {
  const all = maxOrders === undefined ? `${orders}` : `${orders} of ${maxOrders}`
  return maxStops === undefined ? all : `${all}, ${stops} of ${maxStops} with a stop price`
}

function ratioText(risk: number | null | undefined, gain: number | null | undefined): string {
  if (risk === null || gain === null) return 'none'
  const ratio = (gain ?? NaN) / (risk ?? NaN)
  return ratio > 0 && Number.isFinite(ratio) ? `${formatNumber(ratio)} : 1` : NOTHING
}

function isCoin({ contract, product }: MarketInstrument): boolean {
  return contract === 'spot' && product === 'Cryptocurrency'
}

/** What costs or risks nothing or less is no order. */
function ifPositive(value: number): number {
  return value > 0 ? value : Number.NaN
}

interface LineProps {
  readonly name: string
  readonly hint: string
  readonly children: ReactNode
}

function Line({ name, hint, children }: LineProps): ReactElement {
  return (
    <div className={classes['line']}>
      <dt>
        <Hint label={hint}>
          <span>{name}</span>
        </Hint>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function spreadText(
  { bid, ask }: { readonly bid: number; readonly ask: number },
  instrument: MarketInstrument,
): string {
  const text = `${shownSpread({ bid, ask }, instrument)} ${spreadUnit(instrument)}`
  return instrument.product === 'Forex' ? text : `${text} (${formatPercent((100 * (ask - bid)) / ask, 3)})`
}

import { ActionIcon, UnstyledButton } from '@mantine/core'
import type { MarketInstrument, TradingAccount, TradingPosition } from '@tradeloom/contracts'
import { IconTrash, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { formatNumber, formatPlain, formatSecond, formatSigned, NOTHING, signClass } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import { PROFIT_TERMS } from '../../ui/profit-terms.ts'
import type { Column } from '../../ui/table-column.ts'
import { viewingOnlyIn } from '../accounts/accounts.ts'
import { accountName } from '../accounts/account-levels.ts'
import { InstrumentLink } from '../instruments/instrument-link.tsx'
import type { LevelKind } from './level-input.tsx'
import { changeLevels } from './levels-state.ts'
import { CurrentPrice, LiveMargin, LivePips, LiveProfit, priceText } from './live-cells.tsx'
import { Protection } from './protection.tsx'
import { protectionWords } from './protection-words.ts'
import { Direction } from './direction.tsx'
import classes from './trading-tables.module.css'

type PositionColumn = Column<TradingPosition>

/** Of 123456.78: a price that is cut off would be taken for another one. */
const PRICE_WIDTH = 90

export interface PositionContext {
  readonly instruments: ReadonlyMap<string, MarketInstrument>
  readonly accounts: readonly TradingAccount[] | undefined
}

const text = (id: string, header: string, width: number, of: (row: TradingPosition) => string): PositionColumn => ({
  id,
  header,
  width,
  value: of,
  cell: of,
})

/** A stop or target; a refused one stands out: the position is not protected. */
function Level({
  value,
  precision,
}: {
  readonly value: number | 'Rejected' | null
  readonly precision: number
}): ReactElement {
  const shown = priceText(value, precision)
  return value === 'Rejected' ? <strong className={classes['rejected']}>{shown}</strong> : <>{shown}</>
}

interface LevelButtonProps {
  readonly position: TradingPosition
  readonly kind: LevelKind
  readonly name: string
  readonly children: ReactNode
}

/** A level of an open position, which a click changes. */
function LevelButton({ position, kind, name, children }: LevelButtonProps): ReactElement {
  return (
    <UnstyledButton
      className={classes['level'] ?? ''}
      title={`Change ${name.toLowerCase()}`}
      onClick={() => changeLevels(position.id, kind)}
    >
      <span className="visually-hidden">{`Change ${name.toLowerCase()} of ${position.symbol}: `}</span>
      {children}
    </UnstyledButton>
  )
}

function Note({ text: note, label }: { readonly text: string; readonly label: string }): ReactElement {
  return (
    <Hint label={label}>
      <span className="muted">{` ${note}`}</span>
    </Hint>
  )
}

function shared({ instruments, accounts = [] }: PositionContext) {
  const precisionOf = ({ instrumentId }: TradingPosition): number => instruments.get(instrumentId)?.precision ?? 5
  const price = (
    id: string,
    header: string,
    of: (row: TradingPosition) => number | 'Rejected' | null,
  ): PositionColumn => ({
    id,
    header,
    width: PRICE_WIDTH,
    isNumber: true,
    value: (row) => (of(row) === 'Rejected' ? null : (of(row) as number | null)),
    cell: (row) => <Level value={of(row)} precision={precisionOf(row)} />,
  })
  const instrument: PositionColumn = {
    id: 'instrument',
    header: 'Instrument',
    width: 146,
    pin: 'left',
    card: 'title',
    value: (row) => row.instrumentId,
    cell: (row) => (
      <InstrumentLink id={row.instrumentId}>
        {row.symbol} <span className="muted">{instruments.get(row.instrumentId)?.exchangeName ?? ''}</span>
      </InstrumentLink>
    ),
  }
  const direction: PositionColumn = {
    id: 'direction',
    header: 'Direction',
    width: 66,
    card: 'title',
    value: (row) => row.direction,
    cell: (row) => <Direction direction={row.direction} />,
  }
  const quantity: PositionColumn = {
    id: 'quantity',
    header: 'Quantity',
    width: 100,
    isNumber: true,
    card: 'title',
    value: (row) => row.quantity,
    cell: (row) => (
      <>
        {quantityText(row)}
        {row.isDust ? (
          <Note text="dust" label="Less than the smallest order of the venue: it cannot be sold on its own" />
        ) : null}
      </>
    ),
  }
  const level = (kind: LevelKind, header: string, name = header): PositionColumn => {
    const column = price(kind, header, (row) => row[kind])
    return {
      ...column,
      cell: (row) => (
        <>
          <LevelButton position={row} kind={kind} name={name}>
            {column.cell(row)}
          </LevelButton>
          {kind === 'stopLoss' && row.isStopHeld ? (
            <Note text="local" label="Watched by Tradeloom: the venue did not accept it" />
          ) : null}
        </>
      ),
    }
  }
  const stops = [
    level('stopLoss', 'Stop loss'),
    level('takeProfit', 'Take profit'),
    level('trailingStop', 'Trailing', 'Trailing stop'),
  ]
  const fees: PositionColumn = {
    id: 'commission',
    header: 'Fees',
    width: 68,
    isNumber: true,
    value: (row) => row.commission,
    cell: (row) => formatNumber(row.commission),
  }
  const interest: PositionColumn = {
    id: 'interest',
    header: 'Interest',
    hint: 'Swap and funding; negative if paid',
    width: 68,
    isNumber: true,
    value: (row) => row.interest,
    cell: (row) => formatSigned(row.interest),
  }
  const ownerOf = (row: TradingPosition): string => row.sessionName ?? row.algorithmName ?? 'Manual'
  const owner: PositionColumn = {
    ...text('owner', 'Owner', 76, ownerOf),
    cell: (row) =>
      row.algorithmId === null ? (
        ownerOf(row)
      ) : (
        <Link to="/algorithms/$algorithmId" params={{ algorithmId: row.algorithmId }}>
          {ownerOf(row)}
        </Link>
      ),
  }
  const accountOf = (row: TradingPosition): string => {
    const found = accounts.find(({ id }) => id === row.accountId)
    return found ? accountName(found) : ''
  }
  const account = accounts.length > 1 ? [text('account', 'Account', 150, accountOf)] : []
  return { price, instrument, account, direction, quantity, stops, fees, interest, owner }
}

interface Action {
  readonly label: string
  /** Why the user may not; null if they may. */
  readonly whyNot?: (position: TradingPosition) => string | null
  readonly onAct: (position: TradingPosition) => void
}

function action({ label, onAct, whyNot = () => null }: Action, icon: ReactElement): PositionColumn {
  return {
    id: 'action',
    header: '',
    label,
    width: 40,
    pin: 'right',
    card: 'action',
    cell: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`${label} of ${row.symbol}`}
        title={whyNot(row) ?? label}
        disabled={whyNot(row) !== null}
        onClick={() => onAct(row)}
      >
        {icon}
      </ActionIcon>
    ),
  }
}

function withMenu(close: PositionColumn, menu: (position: TradingPosition) => ReactElement): PositionColumn {
  return {
    ...close,
    width: 64,
    cell: (row) => (
      <>
        {menu(row)}
        {close.cell(row)}
      </>
    ),
  }
}

/**
 * `dynamic`: of brokers whose accounts count in one currency, with margin as prices move; `exchange`: with what the position is
 * at its exchange.
 */
export type PositionLayout = 'dynamic' | 'exchange'

/** Symbol and session are in the columns of both. */
function layoutColumns(
  layout: PositionLayout,
  { instruments }: PositionContext,
  currencyOf: (row: TradingPosition) => string,
): PositionColumn[] {
  if (layout === 'dynamic')
    return [
      {
        id: 'margin',
        header: 'Margin',
        hint: 'Quantity × price × margin rate, in the currency of the account',
        width: 84,
        isNumber: true,
        value: (row) => row.usedMargin,
        cell: (row) => (
          <LiveMargin position={row} instrument={instruments.get(row.instrumentId)} currency={currencyOf(row)} />
        ),
      },
    ]
  const value = (row: TradingPosition): number => row.value
  return [
    {
      id: 'value',
      header: 'Value',
      hint: 'In the currency of the price',
      width: 96,
      isNumber: true,
      value,
      cell: (row) => formatNumber(row.value),
    },
    text('dealtCurrency', 'Currency', 76, (row) => row.dealtCurrency),
    text('leverage', 'Leverage', 104, (row) => [row.leverage ?? NOTHING, row.marginMode ?? ''].join(' ').trim()),
  ]
}

export function openPositionColumns(
  context: PositionContext,
  layout: PositionLayout,
  onClose: (position: TradingPosition) => void,
  menu?: (position: TradingPosition) => ReactElement,
): PositionColumn[] {
  const { instruments, accounts } = context
  const { price, instrument, account, direction, quantity, stops, fees, interest, owner } = shared(context)
  const currencyOf = (row: TradingPosition): string =>
    accounts?.find(({ id }) => id === row.accountId)?.currency ?? 'USD'
  const of = (row: TradingPosition) => instruments.get(row.instrumentId)
  const profit: PositionColumn = {
    id: 'profit',
    header: 'Profit',
    hint: PROFIT_TERMS.profit,
    width: 96,
    isNumber: true,
    card: 'lead',
    value: (row) => row.profit,
    cell: (row) => <LiveProfit position={row} instrument={of(row)} currency={currencyOf(row)} />,
  }
  const now: PositionColumn = {
    id: 'now',
    header: 'Now',
    width: PRICE_WIDTH,
    isNumber: true,
    cell: (row) => <CurrentPrice position={row} instrument={of(row)} />,
  }
  const pips: PositionColumn = {
    id: 'pips',
    header: 'Pips',
    width: 84,
    isNumber: true,
    value: (row) => row.pips,
    cell: (row) => <LivePips position={row} instrument={of(row)} />,
  }
  const protection: PositionColumn = {
    id: 'custody',
    header: 'Protection',
    hint: 'What the venue itself lists of its stop',
    width: 104,
    value: ({ custody }) => (custody ? protectionWords(custody).word : ''),
    cell: (row) => <Protection position={row} />,
  }
  const opened = text('openTime', 'Opened', 140, (row) => formatSecond(row.openTime))
  const whyNot = ({ accountId }: TradingPosition): string | null => viewingOnlyIn(accounts, accountId)
  const close = action({ label: 'Close position', onAct: onClose, whyNot }, <IconX size={14} aria-hidden />)
  const open = price('openPrice', 'Open', (row) => row.openPrice)
  return [
    instrument,
    ...account,
    direction,
    quantity,
    open,
    now,
    ...stops,
    protection,
    pips,
    profit,
    ...layoutColumns(layout, context, currencyOf),
    fees,
    interest,
    owner,
    opened,
    menu === undefined ? close : withMenu(close, menu),
  ]
}

/** A part of a position is named as one, before its quantity: numbers of a column end at one place. */
export function quantityText({ quantity, part }: Pick<TradingPosition, 'quantity' | 'part'>): string {
  return part === null ? formatPlain(quantity) : `part ${part} · ${formatPlain(quantity)}`
}

const REASONS: Readonly<Record<string, string>> = {
  script: 'Closed by order',
  'stop-loss': 'Stop loss',
  'take-profit': 'Take profit',
  'trailing-stop': 'Trailing stop',
  margin: 'Margin call',
  netting: 'Netting',
}

export function closedPositionColumns(
  context: PositionContext,
  onDelete: (position: TradingPosition) => void,
): PositionColumn[] {
  const { price, instrument, account, direction, quantity, fees, interest, owner } = shared(context)
  const signed = (
    id: string,
    header: string,
    decimals: number,
    of: (row: TradingPosition) => number,
  ): PositionColumn => ({
    id,
    header,
    width: 90,
    isNumber: true,
    value: of,
    cell: (row) => <span className={signClass(of(row))}>{formatSigned(of(row), decimals)}</span>,
  })
  return [
    instrument,
    ...account,
    direction,
    quantity,
    price('openPrice', 'Open', (row) => row.openPrice),
    price('closePrice', 'Close', (row) => row.closePrice),
    signed('pips', 'Pips', 1, (row) => row.pips),
    { ...signed('profit', 'Profit', 2, (row) => row.profit), hint: PROFIT_TERMS.profit, card: 'lead' },
    fees,
    interest,
    text('detail', 'Reason', 120, (row) => REASONS[row.detail ?? ''] ?? row.detail ?? ''),
    owner,
    text('closeTime', 'Closed', 140, (row) => formatSecond(row.closeTime)),
    action({ label: 'Delete position', onAct: onDelete }, <IconTrash size={14} aria-hidden />),
  ]
}

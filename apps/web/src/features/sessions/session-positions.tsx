import { ActionIcon } from '@mantine/core'
import type { TradingPosition } from '@tradeloom/contracts'
import { IconTrash, IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatNumber, formatSecond, formatSigned, signClass } from '../../ui/format.ts'
import { PROFIT_TERMS } from '../../ui/profit-terms.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useInstruments } from '../../entities/instruments/use-instruments.ts'
import { Direction } from '../../entities/positions/direction.tsx'
import { priceText } from '../../entities/positions/live-cells.tsx'
import { quantityText } from '../../entities/positions/position-columns.tsx'
import table from '../../ui/table.module.css'

const CLOSE = 'Close Position'
const DELETE = 'Delete'
/** Of prices, until the instrument is known. */
const DECIMALS = 5

interface SessionPositionsProps {
  readonly title: string
  readonly detail?: string
  readonly empty: string
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>
  readonly positions: readonly TradingPosition[]
  readonly isClosed?: boolean
  /** Closes an open position, or deletes a closed one. */
  readonly onAct: (position: TradingPosition) => void
}

/** Positions of a session, open or closed. */
export function SessionPositions(props: SessionPositionsProps): ReactElement {
  const { title, detail, empty, query, positions, isClosed = false, onAct } = props
  const instruments = useInstruments()
  return (
    <Panel title={title} detail={detail} flush>
      {query.isPending ? <LoadingRows rows={2} /> : null}
      {query.isError && positions.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {!query.isPending && !query.isError && positions.length === 0 ? <EmptyState title={empty} /> : null}
      {positions.length === 0 ? null : (
        <div className={table['scroll']} tabIndex={0} role="region" aria-label={title}>
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">Opened (UTC)</th>
                {isClosed ? <th scope="col">Closed (UTC)</th> : null}
                <th scope="col">Direction</th>
                <th scope="col" data-number>
                  Quantity
                </th>
                <th scope="col" data-number>
                  Open
                </th>
                {isClosed ? (
                  <th scope="col" data-number>
                    Close
                  </th>
                ) : (
                  <Levels />
                )}
                <th scope="col" data-number>
                  Pips
                </th>
                <th scope="col" data-number title={PROFIT_TERMS.profit}>
                  Profit
                </th>
                <th scope="col" data-number>
                  Fees
                </th>
                <th scope="col" data-number title="Swap and funding; negative if paid">
                  Interest
                </th>
                <th scope="col">
                  <span className="visually-hidden">{isClosed ? DELETE : CLOSE}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {positions.map((position) => (
                <Row
                  key={position.id}
                  position={position}
                  precision={instruments.get(position.instrumentId)?.precision ?? DECIMALS}
                  isClosed={isClosed}
                  onAct={onAct}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Levels(): ReactElement {
  return (
    <>
      <th scope="col" data-number>
        Stop Loss
      </th>
      <th scope="col" data-number>
        Take Profit
      </th>
      <th scope="col" data-number>
        Trailing Stop
      </th>
    </>
  )
}

type RowProps = Pick<SessionPositionsProps, 'onAct'> & {
  readonly position: TradingPosition
  readonly precision: number
  readonly isClosed: boolean
}

function Row({ position, precision, isClosed, onAct }: RowProps): ReactElement {
  const { openTime, closeTime, direction, openPrice, closePrice, pips, profit, interest } = position
  const { stopLoss, takeProfit, trailingStop, symbol } = position
  const price = (value: number | 'Rejected' | null): string => priceText(value, precision)
  const action = isClosed ? DELETE : CLOSE
  return (
    <tr>
      <td>{formatSecond(openTime)}</td>
      {isClosed ? <td>{formatSecond(closeTime)}</td> : null}
      <td>
        <Direction direction={direction} />
      </td>
      <td data-number>{quantityText(position)}</td>
      <td data-number>{price(openPrice)}</td>
      {isClosed ? (
        <td data-number>{price(closePrice)}</td>
      ) : (
        <>
          <td data-number>{price(stopLoss)}</td>
          <td data-number>{price(takeProfit)}</td>
          <td data-number>{price(trailingStop)}</td>
        </>
      )}
      <td data-number className={signClass(pips)}>
        {formatSigned(pips, 1)}
      </td>
      <td data-number className={signClass(profit)}>
        {formatSigned(profit)}
      </td>
      <td data-number>{formatNumber(position.commission)}</td>
      <td data-number>{formatSigned(interest)}</td>
      <td>
        <ActionIcon size={24} aria-label={`${action} of ${symbol}`} title={action} onClick={() => onAct(position)}>
          {isClosed ? <IconTrash size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
        </ActionIcon>
      </td>
    </tr>
  )
}

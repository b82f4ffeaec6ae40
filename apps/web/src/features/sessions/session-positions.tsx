import type { TradingPosition } from '@tradeloom/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPlain, formatSecond, formatSigned, signClass } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import table from '../../ui/table.module.css'

interface SessionPositionsProps {
  readonly title: string
  readonly detail?: string
  readonly empty: string
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>
  readonly positions: readonly TradingPosition[]
  readonly isClosed?: boolean
}

/** Positions of a session, open or closed. */
export function SessionPositions(props: SessionPositionsProps): ReactElement {
  const { title, detail, empty, query, positions, isClosed = false } = props
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
                <th scope="col" data-number>
                  Profit
                </th>
              </tr>
            </thead>
            <tbody>
              {positions.map((position) => (
                <Row key={position.id} position={position} isClosed={isClosed} />
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
    </>
  )
}

function Row({ position, isClosed }: { readonly position: TradingPosition; readonly isClosed: boolean }): ReactElement {
  const { openTime, closeTime, direction, quantity, openPrice, closePrice, stopLoss, takeProfit, pips, profit } =
    position
  return (
    <tr>
      <td>{formatSecond(openTime)}</td>
      {isClosed ? <td>{closeTime === null ? '' : formatSecond(closeTime)}</td> : null}
      <td>{direction}</td>
      <td data-number>{formatPlain(quantity)}</td>
      <td data-number>{formatPlain(openPrice)}</td>
      {isClosed ? (
        <td data-number>{formatPlain(closePrice)}</td>
      ) : (
        <>
          <td data-number>{levelText(stopLoss)}</td>
          <td data-number>{levelText(takeProfit)}</td>
        </>
      )}
      <td data-number className={signClass(pips)}>
        {formatSigned(pips, 1)}
      </td>
      <td data-number className={signClass(profit)}>
        {formatSigned(profit)}
      </td>
    </tr>
  )
}

function levelText(level: TradingPosition['stopLoss']): string {
  return typeof level === 'number' ? formatPlain(level) : (level ?? '–')
}

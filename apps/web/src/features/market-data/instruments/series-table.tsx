import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { SeriesRow } from './series-row.tsx'
import classes from './series-table.module.css'
import tables from '../../../ui/table.module.css'

/** One row for each series; a row opens its prices and its quality. */
export function SeriesTable({ instruments }: { readonly instruments: readonly MarketInstrument[] }): ReactElement {
  return (
    <div className={tables['scroll']}>
      <table className={`${tables['table']} ${classes['table']}`} aria-label="Series">
        <thead>
          <tr>
            <th scope="col">Instrument</th>
            <th scope="col">Broker</th>
            <th scope="col" data-spare>
              Type
            </th>
            <th scope="col">Series</th>
            <th scope="col">From, to</th>
            <th scope="col" data-number>
              Rows
            </th>
            <th scope="col">Quality</th>
            <th scope="col">
              <span className="visually-hidden">Owner and actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {instruments.flatMap((instrument) =>
            instrument.series.length === 0
              ? [<EmptyRow key={instrument.id} instrument={instrument} />]
              : instrument.series.map((series, index) => (
                  <SeriesRow
                    key={`${instrument.id} ${series.interval} ${series.price}`}
                    instrument={instrument}
                    series={series}
                    isFirst={index === 0}
                  />
                )),
          )}
        </tbody>
      </table>
    </div>
  )
}

function EmptyRow({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { displaySymbol, broker, product, simulated } = instrument
  return (
    <tr data-first>
      <th scope="row">
        <span>{displaySymbol}</span>
        {simulated ? <SimulatedBadge /> : null}
      </th>
      <td className="muted">{broker}</td>
      <td className="muted" data-spare>
        {product}
      </td>
      <td colSpan={5} className="muted">
        No data
      </td>
    </tr>
  )
}

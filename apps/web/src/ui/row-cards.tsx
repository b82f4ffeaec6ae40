import { type ReactElement, type ReactNode, useState } from 'react'
import { NOTHING } from './format.ts'
import classes from './row-cards.module.css'
import type { Column } from './table-column.ts'

const SHOWN_AT_FIRST = 30

interface RowCardsProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly footer?: ReactNode
}

/** Rows of a table as cards, for narrow screens: what names a row and what it is about on top, the rest below. */
export function RowCards<Row>({ label, columns, rows, rowKey, footer }: RowCardsProps<Row>): ReactElement {
  const [count, setCount] = useState(SHOWN_AT_FIRST)
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={label}>
      <ul className={classes['cards']}>
        {rows.slice(0, count).map((row) => (
          <Card key={rowKey(row)} row={row} columns={columns} />
        ))}
      </ul>
      {rows.length > count ? (
        <button type="button" className={classes['more']} onClick={() => setCount(count + SHOWN_AT_FIRST)}>
          Show more
        </button>
      ) : null}
      {footer}
    </div>
  )
}

function Card<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }): ReactElement {
  const at = (place: Column<Row>['card']) => columns.filter(({ card }) => card === place)
  const facts = at(undefined).filter((column) => !isNothing(column.cell(row)))
  return (
    <li className={classes['card']}>
      <div className={classes['head']}>
        <span className={classes['title']}>
          {at('title').map((column) => (
            <span key={column.id}>{column.cell(row)}</span>
          ))}
        </span>
        {at('lead').map((column) => (
          <span key={column.id} className={`${classes['lead']} num`}>
            {column.cell(row)}
            {column.isNumber === true ? <small>{column.header}</small> : null}
          </span>
        ))}
        {at('action').map((column) => (
          <span key={column.id} className={classes['action']}>
            {column.cell(row)}
          </span>
        ))}
      </div>
      <dl className={classes['facts']}>
        {facts.map((column) => (
          <div key={column.id}>
            <dt>{column.header}</dt>
            <dd className={column.isNumber === true ? 'num' : undefined}>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** A card has no columns to fill. */
function isNothing(cell: ReactNode): boolean {
  return cell === null || cell === undefined || cell === '' || cell === NOTHING
}

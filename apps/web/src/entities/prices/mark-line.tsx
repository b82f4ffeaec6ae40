import type { MarketInstrument } from '@tradeloom/contracts'
import { isPerpetual } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { formatMinute, formatNumber, formatPercent } from '../../ui/format.ts'
import classes from './mark-line.module.css'
import { useMark } from './marks.ts'

interface MarkLineProps {
  readonly instrument: Pick<MarketInstrument, 'id' | 'precision'>
  readonly className?: string | undefined
}

/** Mark price, and what is paid next for holding a perpetual; nothing for other instruments. */
export function MarkLine(props: MarkLineProps): ReactElement | null {
  return isPerpetual(props.instrument.id) ? <PerpetualLine {...props} /> : null
}

function PerpetualLine({ instrument: { id, precision }, className = '' }: MarkLineProps): ReactElement {
  const mark = useMark(id)
  const rate = mark && mark.fundingRate * 100
  const payer = (rate ?? 0) < 0 ? 'Short positions pay long ones' : 'Long positions pay short ones'
  const paid = mark && `${payer} at ${formatMinute(mark.nextFundingTime)} UTC, as a share of the position's value`
  return (
    <p className={`${classes['line']} num ${className}`}>
      <span title="Margin and liquidations follow the mark price">Mark {formatNumber(mark?.markPrice, precision)}</span>
      <span title={paid}>
        Funding {formatPercent(rate, 4, true)}
        {mark ? <span className={classes['time']}>{` at ${formatMinute(mark.nextFundingTime).slice(-5)}`}</span> : null}
      </span>
    </p>
  )
}
